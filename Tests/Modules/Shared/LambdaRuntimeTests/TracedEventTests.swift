import JSON
import TestSupport
import Testing

/// The real VerifyAuthChallenge, which calls Authsignal for each event, and a socket in place of the X-Ray daemon.
@Suite("The traces of events")
struct TracedEventTests {
    private static let parent = "53995c3f42cd8ad8"
    private static let subject = "7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11"

    private static func root(_ number: Int) -> String { "1-5759e988-bd862e3fe1be46a99427279\(number)" }

    private static func sampled(_ number: Int) -> String { "Root=\(root(number));Parent=\(parent);Sampled=1" }

    /// An event with that tracing header; nil for none.
    private static func event(_ number: Int, _ header: String?) -> RuntimeAPIService.Event {
        let event = RuntimeAPIService.Event("r-\(number)", body: verify).without("Lambda-Runtime-Trace-Id")
        return header.map { event.with("Lambda-Runtime-Trace-Id", $0) } ?? event
    }

    private static let verify = SampleEvent.custom(
        "VerifyAuthChallengeResponse_Authentication",
        #"""
        "challengeAnswer":"a.b.c","privateChallengeParameters":{"method":"RESULT_TOKEN","round":"1",\#
        "key":"5e0c3b1a-8f27-4d9e-b6a4-1c2d3e4f5a6b","subject":"\#(subject)","verdict":"open"}
        """#, response: "answerCorrect")

    /// Runs the function with these events. Its secret comes from Secrets Manager, before the first event.
    /// - Parameters:
    ///   - daemon: the value of `AWS_XRAY_DAEMON_ADDRESS`; nil for none.
    ///   - authsignal: the address of Authsignal; nil for a server that answers.
    private static func run(
        _ events: [RuntimeAPIService.Event], daemon: String?, authsignal: String? = nil
    ) throws -> FunctionRun {
        let services = try ScriptedServer { request in
            .answer(body: Array((request.target == "/" ? #"{"SecretString":"a-secret"}"# : #"{"isValid":false}"#).utf8))
        }
        var environment = [
            "TOKEN_MODE": "authsignal", "AUTHSIGNAL_URL": "http://\(authsignal ?? services.endpoint)/v1",
            "AUTHSIGNAL_SECRET_ARN": "arn:aws:secretsmanager:eu-west-1:123456789012:secret:s",
            "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "a-key",
            "AWS_ENDPOINT_URL": "http://\(services.endpoint)", "AWS_LAMBDA_LOG_LEVEL": "DEBUG",
            "MINIMUM_RESPONSE_TIME": "0",
            "_X_AMZN_TRACE_ID": sampled(0),
        ]
        environment["AWS_XRAY_DAEMON_ADDRESS"] = daemon
        let run = try FunctionRun.run(
            RuntimeAPIService(events), function: "VerifyAuthChallenge", environment: environment)
        _ = try #require(services.requests.first { $0.target == "/" })
        return run
    }

    /// The documents of datagrams, without the line before each.
    private static func documents(_ datagrams: [[UInt8]]) throws -> [JSONValue] {
        try datagrams.map { datagram in
            let lines = datagram.split(separator: 0x0A, omittingEmptySubsequences: false)
            try #require(lines.count == 2)
            #expect(String(decoding: lines[0], as: UTF8.self) == #"{"format": "json", "version": 1}"#)
            return try JSONValue(parsing: Array(lines[1]))
        }
    }

    @Test("show the calls of sampled events, and of no other event; nor what was called before the first event")
    func showCallsOfSampledEvents() async throws {
        let receiver = try DatagramReceiver()
        let run = try await onThread {
            try Self.run(
                [
                    Self.event(1, Self.sampled(1)),
                    Self.event(2, Self.sampled(2).replacing("Sampled=1", with: "Sampled=0")), Self.event(3, nil),
                    Self.event(4, #"Root=1-5759e988-","user":"eve","a":";Parent=\#(Self.parent);Sampled=1"#),
                    Self.event(5, Self.sampled(5) + ";Lineage=" + String(repeating: "a", count: 8_000)),
                    Self.event(6, "Sampled=1;Lineage=25:a87bd80c:0;Parent=\(Self.parent);Root=\(Self.root(6))"),
                ], daemon: receiver.endpoint)
        }
        #expect(run.outcomes == Array(repeating: "not_succeeded", count: 6), "\(run.output)")
        let datagrams = receiver.received(atLeast: 2)
        let documents = try Self.documents(datagrams)
        #expect(documents.map { $0["trace_id"]?.string } == [Self.root(1), Self.root(6)])
        for document in documents {
            #expect(document["parent_id"]?.string == Self.parent)
            #expect(document["name"]?.string == "127.0.0.1")
            #expect(document["annotations"]?["operation"]?.string == "validateChallenge")
            #expect(document["http"]?["response"]?["status"]?.bytes == Array("200".utf8)[...])
        }
        let ids = documents.compactMap { $0["id"]?.string }
        #expect(Set(ids).count == 2 && ids.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{16}/) != nil }, "\(ids)")
        let text = datagrams.map { String(decoding: $0, as: UTF8.self) }.joined()
        #expect(["a.b.c", Self.subject, "a-secret", "ana@example.test", "eve"].filter(text.contains) == [])
    }

    @Test("show a service that refuses connections, as often as it was tried")
    func showRefusal() async throws {
        let (receiver, port) = (try DatagramReceiver(), try RefusingPort())
        let run = try await onThread {
            try Self.run([Self.event(1, Self.sampled(1))], daemon: receiver.endpoint, authsignal: port.endpoint)
        }
        #expect(run.outcomes == ["error"])
        let documents = try Self.documents(receiver.received(atLeast: 2))
        #expect(documents.count == 2)
        for document in documents {
            #expect(document["fault"]?.bool == true)
            #expect(document["cause"]?["exceptions"]?.elements.first?["type"]?.string == "CannotConnect")
            #expect(document["http"]?["response"] == nil)
        }
    }

    /// Where no daemon takes datagrams.
    enum Absence: String, CaseIterable, Sendable {
        case variable = "no variable"
        case program = "no program at the port"
        case address = "a name in place of an address"
    }

    @Test("change no answer if there is no daemon", arguments: Absence.allCases)
    func needNoDaemon(absence: Absence) async throws {
        let closed = try DatagramReceiver().endpoint
        let daemon: String? =
            switch absence {
            case .variable: nil
            case .program: closed
            case .address: "localhost:2000"
            }
        let run = try await onThread {
            try Self.run([Self.event(1, Self.sampled(1)), Self.event(2, Self.sampled(2))], daemon: daemon)
        }
        #expect(run.exit == .status(0))
        #expect(run.outcomes == ["not_succeeded", "not_succeeded"], "\(run.output)")
        let warning = "WARN AWS_XRAY_DAEMON_ADDRESS is not an IP address with a port, so the traces show no calls"
        #expect(
            run.output.filter { !$0.hasPrefix("{") && !$0.hasPrefix("INFO") } == (absence == .address ? [warning] : []))
    }
}

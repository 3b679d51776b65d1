import AWS
import Foundation
import HTTP
import HTTPTestSupport
import Synchronization
import TestSupport
import Testing

@Suite("AWS calls while the machine's clock is off")
struct ClockTests {
    private static let types = [
        "InvalidSignatureException", "SignatureDoesNotMatch", "RequestTimeTooSkewed", "RequestExpired",
        "RequestInTheFuture",
    ]

    /// A service whose clock is that many seconds from this machine's, and that refuses what is signed more than five
    /// minutes from its own time, as AWS does.
    private static func service(
        ahead seconds: Int64, refusing type: String = types[0], inHeader: Bool = false, answer: ScriptedAnswer
    ) -> ScriptedServer.Script {
        { request in
            let now = Int64(Date().timeIntervalSince1970) + seconds
            let signed = request.header("X-Amz-Date").flatMap { try? Self.basicTime.parse($0).timeIntervalSince1970 }
            if let signed, abs(Int64(signed) - now) <= 300 { return answer }
            let date = Date(timeIntervalSince1970: TimeInterval(now)).formatted(Self.httpDate)
            let headers = [(name: "Date", value: date)]
            return inHeader
                ? .answer(403, headers: headers + [(name: "x-amzn-ErrorType", value: "\(type):http://x/")])
                : .answer(400, headers: headers, body: Array(##"{"__type":"com.amazon#\##(type)"}"##.utf8))
        }
    }

    private static let basicTime = Date.ISO8601FormatStyle().year().month().day().time(
        includingFractionalSeconds: false
    )
    .dateSeparator(.omitted).timeSeparator(.omitted)
    private static let httpDate = Date.VerbatimFormatStyle(
        format: """
            \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
            \(second: .twoDigits) GMT
            """,
        locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))

    @Test(
        "a request refused for its time is signed with the service's time and sent once more", arguments: types,
        [-86_400, -3_600, 3_600, 10 * 86_400] as [Int64])
    func refusedForItsTime(_ type: String, _ seconds: Int64) async throws {
        let call = try await ServiceCall.secret(
            count: 2, Self.service(ahead: seconds, refusing: type, answer: SampleAWS.json(#"{"SecretString":"s"}"#)))
        try expect(call.results.map { try $0.get() }, equals: ["s", "s"])
        // The offset is remembered: the second call is right at once.
        #expect(call.requests.count == 3)
        for request in call.requests {
            let signature = try #require(RecomputedSignature(request, secretAccessKey: SampleAWS.secretAccessKey))
            #expect(signature.given == signature.expected)
        }
    }

    @Test("every service is asked once more: tables, mails, users and secrets")
    func everyService() async throws {
        let script = Self.service(ahead: 7_200, inHeader: true, answer: SampleAWS.json("{}"))
        let item = try await ServiceCall.run(script) { client, deadline throws(AWSError) in
            _ = try client.item(DynamoDBKey("a"), in: "table", region: "eu-west-1", by: deadline)
        }
        #expect(throws: Never.self) { try item.result.get() }
        #expect(item.requests.count == 2)
        let mail = try await ServiceCall.run(script) { client, deadline throws(AWSError) in
            try client.send(
                Email(
                    sender: "a@example.test", recipient: "b@example.test", content: .template(name: "t", values: [:])),
                region: "eu-west-1", by: deadline)
        }
        #expect(throws: Never.self) { try mail.result.get() }
        #expect(mail.requests.count == 2)
        let user = try await ServiceCall.run(script) { client, deadline throws(AWSError) in
            try client.markEmailVerified(
                "a@example.test", userName: "a", userPoolID: "p", region: "eu-west-1", by: deadline)
        }
        #expect(throws: Never.self) { try user.result.get() }
        #expect(user.requests.count == 2)
    }

    @Test("a clock that is right again, as after a pause of the machine, is used as it is")
    func clockThatIsRightAgain() async throws {
        let isFirst = Mutex(true)
        let start = Date()
        let call = try await ServiceCall.secret { _ in
            let refuses = isFirst.withLock { first in
                defer { first = false }
                return first
            }
            let date = Date().formatted(Self.httpDate)
            return refuses
                ? .answer(
                    403, headers: [(name: "Date", value: date)], body: Array(#"{"__type":"RequestExpired"}"#.utf8))
                : SampleAWS.json(#"{"SecretString":"s"}"#)
        }
        try expect(call.result.get(), equals: "s")
        #expect(call.requests.count == 2)
        let signed = try call.requests.map { request in
            try Self.basicTime.parse(try #require(request.header("X-Amz-Date")))
        }
        // The time in the header has whole seconds.
        let time = start.addingTimeInterval(-1)...Date()
        #expect(signed.allSatisfy { time.contains($0) })
    }

    @Test(
        "without a readable time, or while it is refused again, the refusal stands",
        arguments: [nil, "", "yesterday", "Sun, 31 Feb 2027 00:00:00 GMT"])
    func withoutAReadableTime(_ date: String?) async throws {
        let call = try await ServiceCall.secret { _ in
            .answer(
                403, headers: date.map { [(name: "Date", value: $0)] } ?? [],
                body: Array(#"{"__type":"InvalidSignatureException"}"#.utf8))
        }
        #expect(throws: AWSError.refused(status: 403, type: "InvalidSignatureException")) { try call.result.get() }
        #expect(call.requests.count == 2)
    }

    @Test("a refusal for its time stands if it comes too late for another call")
    func tooLateForAnotherCall() async throws {
        let transport = SlowRefusal()
        let client = AWSClient(
            transport: transport, credentials: SampleAWS.credentials, environment: { _ in nil }, pause: { _ in })
        let deadline = Deadline(SlowRefusal.time, now: { transport.now.withLock { $0 } })
        let refused = AWSError.refused(status: 403, type: "RequestExpired")
        #expect(throws: refused) { try client.secretString(SampleAWS.arn, by: deadline) }
    }

    @Test(
        "another refusal is not sent again for its time", arguments: ["AccessDeniedException", "ExpiredTokenException"])
    func otherRefusals(_ type: String) async throws {
        let call = try await ServiceCall.secret { _ in SampleAWS.json(#"{"__type":"\#(type)"}"#, status: 400) }
        #expect(throws: AWSError.refused(status: 400, type: type)) { try call.result.get() }
        #expect(call.requests.count == 1)
    }
}

/// Refuses a request for its time, and takes nearly all the time there is.
private final class SlowRefusal: HTTPTransport, Sendable {
    /// Milliseconds until the deadline.
    static let time: Int64 = 1_000

    let now = Mutex<Int64>(0)

    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        now.withLock { $0 = Self.time - 1 }
        return HTTPResponse(
            status: 403, headerLines: [], body: Array(#"{"__type":"RequestExpired"}"#.utf8))
    }
}

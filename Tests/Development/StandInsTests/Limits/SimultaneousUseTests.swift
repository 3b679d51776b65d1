import Foundation
import JOSE
import JSON
import Primitives
import RuntimeAPIHost
import SignInTokens
import TestSupport
import Testing

/// Several processes of the built functions, which handle one call each at the same time.
@Suite("Simultaneous uses of one proof, code or window", .serialized)
struct SimultaneousUseTests {
    private static let count = 6
    private static let signingKey = "simultaneous-use-signing-key-0123456789"
    private static let pool = "eu-west-1_AbCdEf123"
    private static let sub = "7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11"

    private static func functions(_ name: String, flow: String, endpoint: String) throws -> [FunctionInstance] {
        let environment = [
            "SIGN_IN_FLOW": flow, "TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": signingKey,
            "STATE_TABLE": StateBackend.table, "OTP_KEY": "simultaneous-use-key-for-codes-0123456789",
            "OTP_SENDER": "Example <\(StateBackend.sender)>", "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test", "AWS_ENDPOINT_URL": endpoint,
        ]
        let path = try ChildProcess.builtExecutable(name).path
        return (0..<count).map { _ in
            // The last of many events waits for all others.
            FunctionInstance(name: name, bootstrap: path, environment: environment, timeLimit: .seconds(300))
        }
    }

    /// Starts all functions, hands the events to them in turn, all at the same time, and ends them.
    private static func invoke(_ functions: [FunctionInstance], _ events: [String]) async throws -> [JSONValue?] {
        for function in functions { try await function.start() }
        let responses = try await withThrowingTaskGroup(of: (Int, JSONValue?).self) { group in
            for (index, event) in events.enumerated() {
                let function = functions[index % functions.count]
                group.addTask {
                    guard case .reply(let reply) = try await function.invoke(Array(event.utf8)) else {
                        return (index, nil)
                    }
                    return (index, try JSONValue(parsing: reply)["response"])
                }
            }
            var responses = [JSONValue?](repeating: nil, count: events.count)
            for try await (index, response) in group { responses[index] = response }
            return responses
        }
        for function in functions { await function.stop() }
        return responses
    }

    private static func event(_ trigger: String, _ request: String) -> String {
        #"{"version":"1","region":"eu-west-1","userPoolId":"\#(pool)","userName":"\#(sub)","#
            + #""callerContext":{"clientId":"client"},"triggerSource":"\#(trigger)_Authentication","#
            + #""request":{"userAttributes":{"sub":"\#(sub)","email":"ana@example.test"},"#
            + request + #"},"response":{}}"#
    }

    private static let create = event("CreateAuthChallenge", #""challengeName":"CUSTOM_CHALLENGE","session":[]"#)

    private static func verify(_ parameters: JSONValue, _ answer: String) -> String {
        let parameters = String(decoding: parameters.bytes, as: UTF8.self)
        return event(
            "VerifyAuthChallengeResponse",
            #""privateChallengeParameters":\#(parameters),"challengeAnswer":"\#(answer)""#)
    }

    /// The result token of a passkey.
    private static func passkeyToken(key: String) throws -> String {
        let now = Int64(Date().timeIntervalSince1970)
        let token = ResultToken(
            TokenClaims(
                userPoolID: pool, subject: sub, issuedAt: now, expiresAt: now + 600, scope: "read:authenticators",
                actionCode: "cognitoAuth", idempotencyKey: key, username: sub), method: .passkey)
        return try token.signed(with: SignInKeys(current: Array(signingKey.utf8)))
    }

    private static func rounds(flow: String, endpoint: String) async throws -> [JSONValue] {
        let created = try await invoke(
            functions("CreateAuthChallenge", flow: flow, endpoint: endpoint), Array(repeating: create, count: count))
        return try created.map { response in
            try #require(response?["privateChallengeParameters"])
        }
    }

    private static func count(_ responses: [JSONValue?], _ verdict: Bool) -> Int {
        responses.count { $0?["answerCorrect"]?.bool == verdict }
    }

    @Test(
        "of 1,000 rounds that use one proof at the same time, in several processes, exactly one is won",
        arguments: StateBackend.available)
    func thousandUsesOfOneProof(backend: StateBackend) async throws {
        try await backend.run { endpoint, _ in
            // Rounds of Create differ in their keys.
            let round = try #require(try await Self.rounds(flow: "RESULT_TOKEN", endpoint: endpoint).first)
            let key = try #require(round["key"]?.string)
            let event = Self.verify(round, try Self.passkeyToken(key: UUID().uuidString))
            let events = (1...1_000).map { _ in event.replacing(key, with: UUID().uuidString.lowercased()) }
            let verifiers = try Self.functions("VerifyAuthChallenge", flow: "RESULT_TOKEN", endpoint: endpoint)
            let verdicts = try await Self.invoke(verifiers, events)
            #expect(Self.count(verdicts, true) == 1)
            #expect(Self.count(verdicts, false) == 999)
        }
    }

    @Test(
        "simultaneous calls share a code by three at most, and one of the rounds that have it is won",
        arguments: StateBackend.available)
    func sharedCode(backend: StateBackend) async throws {
        try await backend.run { endpoint, codes in
            let rounds = try await Self.rounds(flow: "EMAIL_OTP", endpoint: endpoint)
            let issued = rounds.compactMap { $0["code"]?.string }
            #expect(Set(rounds.map { $0["requester"]?.string }).count == Self.count)
            for code in issued { #expect(issued.count { $0 == code } <= 3) }
            let sent = try await codes()
            #expect(2...5 ~= sent.count && sent.count <= Set(issued).count, "\(sent.count)")
            let code = try #require(sent.first { $0.utf8.count == 6 })
            let verifiers = try Self.functions("VerifyAuthChallenge", flow: "EMAIL_OTP", endpoint: endpoint)
            let verdicts = try await Self.invoke(verifiers, rounds.map { Self.verify($0, code) })
            #expect(Self.count(verdicts, true) == 1)
            #expect(Self.count(verdicts, false) == Self.count - 1)
        }
    }

    @Test("simultaneous guesses in one round do not exceed their limit", arguments: StateBackend.available)
    func limitOfGuesses(backend: StateBackend) async throws {
        try await backend.run { endpoint, codes in
            let creators = try Self.functions("CreateAuthChallenge", flow: "EMAIL_OTP", endpoint: endpoint)
            let created = try await Self.invoke(Array(creators.prefix(1)), [Self.create])
            let round = try #require(created.first??["privateChallengeParameters"])
            let code = try #require(try await codes().first)
            let number = try #require(Int(code))
            let wrong = (1...Self.count).map { offset in
                let digits = String((number + offset) % 1_000_000)
                return String(repeating: "0", count: 6 - digits.utf8.count) + digits
            }
            let verifiers = try Self.functions("VerifyAuthChallenge", flow: "EMAIL_OTP", endpoint: endpoint)
            let events = wrong.map { Self.verify(round, $0) }
            try await expect(Self.count(Self.invoke(verifiers, events), false), equals: Self.count)
            var lines: [String] = []
            for verifier in verifiers { lines += await verifier.logLines() }
            #expect(lines.count { $0.contains("answer refused: wrong_code") } == 5)
            #expect(lines.count { $0.contains("answer refused: too_many_guesses") } == 1)
            let last = try await Self.invoke(verifiers, [Self.verify(round, code)])
            #expect(Self.count(last, false) == 1)
        }
    }

    @Test("an unreachable table lets nobody in, and the user's text does not say why")
    func unreachableTable() async throws {
        let port = try RefusingPort()
        for (name, flow) in [("CreateAuthChallenge", "EMAIL_OTP"), ("VerifyAuthChallenge", "RESULT_TOKEN")] {
            let functions = try Self.functions(name, flow: flow, endpoint: "http://\(port.endpoint)")
            let rounds = try await Self.invoke(
                Self.functions("CreateAuthChallenge", flow: "RESULT_TOKEN", endpoint: "http://\(port.endpoint)"),
                [Self.create])
            let parameters = try #require(rounds.first??["privateChallengeParameters"])
            let answer = try Self.passkeyToken(key: try #require(parameters["key"]?.string))
            let event = flow == "EMAIL_OTP" ? Self.create : Self.verify(parameters, answer)
            let function = try #require(functions.first)
            let result = try await function.invoke(Array(event.utf8))
            await function.stop()
            #expect(
                result
                    == .functionError(
                        FunctionFailure(
                            type: "Function.ServiceUnavailable", message: "Sign-in is not possible right now")))
        }
    }
}

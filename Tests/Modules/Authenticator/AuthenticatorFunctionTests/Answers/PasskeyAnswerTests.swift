import Foundation
import JSON
import Passkeys
import Primitives
import SignInTokens
import SoftwarePasskey
import StandIns
import Synchronization
import TestSupport
import Testing
import TriggerTestSupport

/// `events/VerifyAuthChallenge` says which answers are right. Here are their reasons, and what one event cannot say:
/// answers that are sent again, elsewhere, or at the same time.
@Suite("A passkey's assertion as the answer to Cognito's challenge")
struct PasskeyAnswerTests {
    @Test("is right after three calls of the tables, and signs in its owner alone")
    func signsIn() throws {
        var signIn = try SignIn()
        let deployment = signIn.deployment
        let round = try AnsweredRound(deployment)
        let before = deployment.cloud.calls.count
        let answer = try signIn.answer()
        #expect(deployment.cloud.calls.count == before)
        try expect(round.verify(answer, deployment) { $0.attribute("sub", "somebody else") }, equals: "wrong_user")
        try expect(round.verify(answer, deployment) { $0.unknownUser() }, equals: "unknown_user")
        let wrong = deployment.cloud.calls.count
        try expect(round.verify(answer, deployment), equals: "right")
        #expect(
            deployment.cloud.calls.dropFirst(wrong).map(\.operation) == ["GetItem", "GetItem", "TransactWriteItems"])
        #expect(deployment.cloud.calls[before..<wrong].allSatisfy { !$0.isWrite })
        #expect(deployment.leaks.isEmpty)
    }

    @Test("is right again in its own round, and wrong in every other", arguments: ["report", "refuse"])
    func countsOnce(signCount: String) throws {
        var signIn = try SignIn(["SIGN_COUNT": signCount])
        let deployment = signIn.deployment
        let (round, other) = (try AnsweredRound(deployment), try AnsweredRound(deployment))
        let answer = try signIn.answer()
        for _ in 0..<2 { try expect(round.verify(answer, deployment), equals: "right") }
        let items = deployment.cloud.items
        try expect(other.verify(answer, deployment), equals: "already_used")
        try expect(round.verify(answer, deployment), equals: "right")
        #expect(items.isSame(as: deployment.cloud.items))
    }

    @Test("opens one door: Cognito's or that of verify/passkey")
    func opensOneDoor() throws {
        var signIn = try SignIn()
        let deployment = signIn.deployment
        let round = try AnsweredRound(deployment)
        let first = try signIn.sign(signIn.options())
        try expect(round.verify(first.body, deployment), equals: "right")
        try expect(signIn.process.answer(first).error, equals: "400 invalid_request")
        let second = try signIn.sign(signIn.options())
        let proven = try signIn.process.answer(second)
        #expect(proven.isVerified)
        try expect(round.verify(second.body, deployment), equals: "already_used")
        try expect(round.verify(proven.token, deployment), equals: "right")
    }

    @Test("may still go to verify/passkey after Verify has refused it, and a refusal writes nothing")
    func refusalWritesNothing() throws {
        var signIn = try SignIn()
        let deployment = signIn.deployment
        let round = try AnsweredRound(deployment)
        let event = try signIn.sign(signIn.options())
        let items = deployment.cloud.items
        try expect(
            round.verify(event.body, deployment) { $0.attribute("sub", "somebody else") }, equals: "wrong_user")
        #expect(items.isSame(as: deployment.cloud.items))
        try expect(signIn.process.answer(event).isVerified, equals: true)
    }

    @Test(
        "that is refused has a reason in the log",
        arguments: [
            ("a challenge of two calls is as good", "right"), ("no page", "unlisted_origin"),
            ("a person who is not verified", "user_not_verified"), ("a removed passkey", "unknown_credential"),
            ("a passkey of no user", "foreign_credential"), ("too late", "expired"),
            ("no credential", "unreadable_credential"),
            ("a made-up challenge", "invalid_challenge"), ("another action", "wrong_action"),
            ("a text that is too long", "unusable_answer"),
        ])
    func refusalHasReason(what: String, outcome: String) throws {
        var signIn = try SignIn()
        let deployment = signIn.deployment
        let round = try AnsweredRound(deployment)
        var options = try signIn.options()
        switch what {
        case "a challenge of two calls is as good":
            options = try signIn.process.answer(
                .authenticationOptions(.app, started: signIn.process.answer(.startAction())))
        case "no page": signIn.device.origin = "https://other.example.org"
        case "a person who is not verified": signIn.device.verifiesUser = false
        case "a passkey of no user":
            var other = SoftwareAuthenticator.new
            _ = try other.create(
                JSONValue(
                    parsing: Array(
                        (#"{"rp":{"id":"example.org"},"user":{"id":"AAAA","name":"x","displayName":"x"},"challenge":"AA","#
                            + #""pubKeyCredParams":[{"type":"public-key","alg":-7}]}"#).utf8)))
            signIn.device = other
        case "another action":
            options = try signIn.process.answer(
                FrontDoorEvent("POST", "client/passkey/options", .app, #"{"action":"payment"}"#))
        default: break
        }
        var answer = try signIn.sign(options).body
        switch what {
        case "a removed passkey":
            let token = try signIn.process.answer(signIn.sign(signIn.options())).token
            let list = try signIn.process.send("GET", "client/user-authenticators", .bearer(token)).elements
            let id = list.first { $0["verificationMethod"]?.string == "PASSKEY" }?["userAuthenticatorId"]?.string ?? ""
            _ = try signIn.process.send("DELETE", "client/user-authenticators/\(id)", .bearer(token))
        case "too late": deployment.clock.advance(seconds: 301)
        case "no credential":
            answer = #"{"challengeId":"\#(options["challengeId"]?.string ?? "")","authenticationCredential":{}}"#
        case "a made-up challenge": answer.replace(options["challengeId"]?.string ?? "", with: "AAAA")
        case "a text that is too long": answer += String(repeating: " ", count: 8_192)
        default: break
        }
        try expect(round.verify(answer, deployment), equals: outcome)
        let refusals = deployment.recorder.lines.filter { $0.contains("answer refused: \(outcome)") }
        #expect(refusals.count == (outcome == "right" ? 0 : 1))
    }

    @Test(
        "over a challenge that lists passkeys or names a person counts at the authenticator alone",
        arguments: [
            ([], nil, "right"), (["another passkey"], nil, "invalid_challenge"), ([], "me", "invalid_challenge"),
        ]
            as [([String], String?, String)])
    func challengeOfAuthenticator(allowed: [String], username: String?, outcome: String) throws {
        var signIn = try SignIn()
        let deployment = signIn.deployment
        let now = deployment.clock.now / 1_000
        let action = StartedAction(code: "cognitoAuth", idempotencyKey: "key", expiration: now + 300)
        let ceremony = Ceremony(
            poolID: Deployment.poolID, relyingPartyID: Deployment.relyingPartyID, holder: .anybody, issuedAt: now,
            expiration: now + 300,
            purpose: .authentication(.init(allowed: allowed, startedAction: action, username: username)))
        let keys = try SignInKeys(current: Array(Deployment.signingKey.utf8))
        let sealed = try Sealer(secrets: keys.sealingSecrets).seal(ceremony.json, for: .ceremony)
        let options = #"{"rpId":"\#(Deployment.relyingPartyID)","challenge":"\#(Base64URL.encode(sealed.challenge))"}"#
        let credential = try signIn.device.sign(JSONValue(parsing: Array(options.utf8)))
        let answer =
            #"{"challengeId":"\#(sealed.text)","authenticationCredential":\#(String(decoding: credential, as: UTF8.self))}"#
        try expect(AnsweredRound(deployment).verify(answer, deployment), equals: outcome)
    }

    @Test("of a passkey that may have a copy is worth one line in the log, also if Cognito repeats it")
    func possibleCopyIsLoggedOnce() throws {
        var signIn = try SignIn(["SIGN_COUNT": "report", "ROUND_BINDING": "age"])
        let deployment = signIn.deployment
        var copy = signIn
        for _ in 0..<2 { try expect(AnsweredRound(deployment).verify(signIn.answer(), deployment), equals: "right") }
        #expect(deployment.recorder.lines.filter { $0.hasPrefix("WARN") } == [])
        let (round, answer) = (try AnsweredRound(deployment), try copy.answer())
        for _ in 0..<2 { try expect(round.verify(answer, deployment), equals: "right") }
        #expect(deployment.recorder.lines.filter { $0.hasPrefix("WARN") } == ["WARN \(PasskeyUse.cloneWarning)"])
    }

    @Test("wins one of a thousand rounds at the same time", .timeLimit(.minutes(5)))
    func winsOneRound() throws {
        var signIn = try SignIn()
        let deployment = signIn.deployment
        let answer = try signIn.answer()
        let rounds = try (0..<40).map { _ in try AnsweredRound(deployment) }
        let outcomes = Mutex<[String: Int]>([:])
        DispatchQueue.concurrentPerform(iterations: 25) { thread in
            for index in rounds.indices {
                let round = rounds[(index + thread) % rounds.count]
                let outcome = (try? round.verify(answer, deployment)) ?? "failed"
                outcomes.withLock { $0["\(outcome) \((index + thread) % rounds.count)", default: 0] += 1 }
            }
        }
        let right = outcomes.withLock { $0 }.filter { $0.key.hasPrefix("right") }
        #expect(right.count == 1, "\(right)")
    }

    @Test(
        "must come within the time that the options say, which is never longer than MAX_PROOF_AGE and TOKEN_LIFETIME",
        arguments: [
            ([:], 300), (["MAX_PROOF_AGE": "60"], 60), (["MAX_PROOF_AGE": "900"], 300), (["TOKEN_LIFETIME": "90"], 90),
        ]
            as [([String: String], Int64)])
    func timeIsLimited(settings: [String: String], seconds: Int64) throws {
        for (wait, outcome) in [(seconds - 1, "right"), (seconds, "expired")] {
            var signIn = try SignIn(settings)
            let round = try AnsweredRound(signIn.deployment)
            let options = try signIn.options()
            #expect(options["options"]?["timeout"]?.integer == seconds * 1_000)
            let answer = try signIn.sign(options).body
            signIn.deployment.clock.advance(seconds: wait)
            try expect(round.verify(answer, signIn.deployment), equals: outcome)
        }
    }

    @Test("answers a challenge of one length for every caller")
    func challengesHaveOneLength() throws {
        let signIn = try SignIn()
        let lengths = try (0..<3).map { _ in try signIn.options()["challengeId"]?.string?.utf8.count }
        let started = try signIn.process.answer(
            .authenticationOptions(.app, started: signIn.process.answer(.startAction())))
        let unknown = try signIn.process.answer(
            .authenticationOptions(.bearer(signIn.deployment.challengeToken("nobody", email: nil, isUnknown: true))))
        let known = try signIn.process.answer(.authenticationOptions(.bearer(signIn.deployment.challengeToken())))
        let all = lengths + [started, unknown, known].map { $0["challengeId"]?.string?.utf8.count }
        #expect(Set(all).count == 1, "\(all)")
    }

    @Test("is asked for by an app that names the pool and an action")
    func optionsNeedPoolAndAction() throws {
        let signIn = try SignIn()
        func ask(_ sender: FrontDoorEvent.Sender, _ body: String) throws -> String? {
            try signIn.process.answer(FrontDoorEvent("POST", "client/passkey/options", sender, body)).error
        }
        try expect(ask(.nobody, #"{"action":"cognitoAuth"}"#), equals: "401 unauthorized")
        try expect(
            ask(.header("Basic ZXUtd2VzdC0xX1p6Wnp6Onk="), #"{"action":"cognitoAuth"}"#), equals: "401 wrong_tenant")
        for body in ["{}", #"{"action":""}"#, #"{"action":"two words"}"#, #"{"action":7}"#] {
            try expect(ask(.app, body), equals: "400 invalid_request")
        }
    }
}

extension SignIn {
    /// The options for any passkey.
    func options() throws -> FunctionAnswer { try process.answer(.passkeyOptions) }

    /// What the page has after the person has chosen the passkey.
    mutating func sign(_ options: FunctionAnswer) throws -> FrontDoorEvent {
        .verifyPasskey(.app, options, try device.sign(#require(options["options"])))
    }

    mutating func answer() throws -> String { try sign(options()).body }
}

extension FrontDoorEvent {
    /// Asks for the options of any passkey in one call.
    static var passkeyOptions: FrontDoorEvent {
        FrontDoorEvent("POST", "client/passkey/options", .app, #"{"action":"cognitoAuth"}"#)
    }
}

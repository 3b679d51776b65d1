import JSON
import SoftwarePasskey
import TestSupport
import Testing
import TriggerTestSupport

/// `events/` says which answers are right, and what the options look like. Here is what one event cannot say: whole
/// rounds, and the authenticator's door.
@Suite("A passkey's assertion over the challenge that Create made for a round")
struct RoundPasskeyTests {
    @Test(
        "is right in its own round, again if Cognito repeats it, and wrong in every other",
        arguments: ["key", "age"], ["report", "refuse"])
    func countsInItsRound(binding: String, signCount: String) throws {
        var signIn = try SignIn(["ROUND_BINDING": binding, "SIGN_COUNT": signCount])
        let deployment = signIn.deployment
        let before = deployment.cloud.calls.count
        let (round, other) = (try AnsweredRound(deployment), try AnsweredRound(deployment))
        let answer = try signIn.answer(round)
        #expect(deployment.cloud.calls.count == before)
        try expect(other.verify(answer, deployment), equals: "other_round")
        #expect(deployment.cloud.calls.dropFirst(before).allSatisfy { !$0.isWrite })
        let wrong = deployment.cloud.calls.count
        try expect(round.verify(answer, deployment), equals: "right")
        #expect(
            deployment.cloud.calls.dropFirst(wrong).map(\.operation) == ["GetItem", "GetItem", "TransactWriteItems"])
        let items = deployment.cloud.items
        try expect(round.verify(answer, deployment), equals: "right")
        try expect(other.verify(answer, deployment), equals: "other_round")
        #expect(items.isSame(as: deployment.cloud.items))
        #expect(deployment.leaks.isEmpty)
    }

    @Test("is refused at verify/passkey, which reads nothing for it")
    func opensNoOtherDoor() throws {
        var signIn = try SignIn()
        let deployment = signIn.deployment
        let round = try AnsweredRound(deployment)
        let answer = try signIn.answer(round)
        let before = deployment.cloud.calls.count
        let senders: [FrontDoorEvent.Sender] = [
            .app, .bearer(try deployment.challengeToken(key: round.parameters["key"] ?? "")),
        ]
        for sender in senders {
            let event = FrontDoorEvent("POST", "client/verify/passkey", sender, answer)
            try expect(signIn.process.answer(event).error, equals: "400 invalid_request")
        }
        #expect(deployment.cloud.calls.count == before)
        try expect(round.verify(answer, deployment), equals: "right")
    }

    @Test("is asked for with options of one length, for whose sake no table is read")
    func optionsTellNothing() throws {
        let signIn = try SignIn()
        let deployment = signIn.deployment
        let before = deployment.cloud.calls.count
        let rounds = [
            try AnsweredRound(deployment), try AnsweredRound(deployment) { $0.unknownUser() },
            try AnsweredRound(deployment) { $0.attribute("sub", "0e9f117d-51b2-4c6c-9a53-4c0e0b6a7d1f") },
        ]
        #expect(Set(rounds.map { $0.passkeyOptions?.utf8.count ?? 0 }).count == 1)
        #expect(deployment.cloud.calls.count == before)
    }

    @Test("does not count for an unknown user")
    func unknownUserIsRefused() throws {
        var signIn = try SignIn()
        let deployment = signIn.deployment
        let round = try AnsweredRound(deployment) { $0.unknownUser() }
        let answer = try signIn.answer(round)
        try expect(round.verify(answer, deployment) { $0.unknownUser() }, equals: "unknown_user")
        try expect(round.verify(answer, deployment), equals: "closed_round")
    }

    @Test(
        "must come within the time that the options say",
        arguments: [([:], 300), (["MAX_PROOF_AGE": "60"], 60)] as [([String: String], Int64)])
    func timeIsLimited(settings: [String: String], seconds: Int64) throws {
        for (wait, outcome) in [(seconds - 1, "right"), (seconds, "expired")] {
            var signIn = try SignIn(settings)
            let round = try AnsweredRound(signIn.deployment)
            let answer = try signIn.answer(round)
            signIn.deployment.clock.advance(seconds: wait)
            try expect(round.verify(answer, signIn.deployment), equals: outcome)
        }
    }
}

extension SignIn {
    /// What the app answers after the person has chosen the passkey.
    mutating func answer(_ round: AnsweredRound) throws -> String {
        let options = try JSONValue(parsing: Array(#require(round.passkeyOptions).utf8))
        let credential = try JSONValue(parsing: device.sign(#require(options["options"])))
        let body = JSONWriter.object { body in
            body.member("challengeId", options["challengeId"]?.string ?? "")
            body.member("authenticationCredential", raw: credential.bytes)
        }
        return String(decoding: body, as: UTF8.self)
    }
}

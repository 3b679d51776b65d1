import AuthChallenge
import CognitoTriggers
import HTTP
import JSON
import LambdaRuntime
import Primitives
import SignInTokens
import StandIns
import TestSupport
import Testing
import TriggerTestSupport

@Suite("A result token is used once")
struct ConsumptionTests {
    private let aws = AWSServices()

    private func signed(_ settings: [String: String] = [:]) throws -> TestDeployment {
        let aws = aws
        let mode = ["TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": SampleKeys.signingKey]
        return try TestDeployment(mode, AWSServices.settings.merging(settings) { $1 }) { aws.serve(behind: $0) }
    }

    /// A passkey proven before the sign-in, with a key of its own.
    private func earlierProof(_ challenge: CreatedChallenge, key: String = "of-its-own") throws -> ProofAnswer {
        var proof = try ProofAnswer(challenge, .passkey)
        proof.token.claims.idempotencyKey = key
        return proof
    }

    @Test("a passkey proven before the sign-in wins one sign-in, however often that one asks")
    func earlierPasskeyWinsOneSignIn() throws {
        let deployment = try signed()
        let rounds = [try deployment.create(), try deployment.create(), try deployment.create()]
        let answer = try earlierProof(rounds[0]).text()
        try expect(deployment.verify(rounds[1], answer), equals: "right PASSKEY")
        try expect(deployment.verify(rounds[0], answer), equals: "already_used")
        try expect(deployment.verify(rounds[2], answer), equals: "already_used")
        try expect(deployment.verify(rounds[1], answer), equals: "right PASSKEY")
        #expect(aws.table.items.count == 1)
    }

    @Test("a token minted again for the same proof is the same proof")
    func tokenMintedAgainIsTheSameProof() throws {
        let deployment = try signed()
        let rounds = [try deployment.create(), try deployment.create()]
        var proof = try earlierProof(rounds[0])
        try expect(deployment.verify(rounds[0], proof.text()), equals: "right PASSKEY")
        proof.token.claims.expiresAt += 60
        try expect(deployment.verify(rounds[1], proof.text()), equals: "already_used")
    }

    @Test("a proof with another key, user or action is another proof")
    func otherKeyUserOrActionIsAnotherProof() throws {
        let deployment = try signed(["AUTHSIGNAL_PASSKEY_ACTION": "passkeyAuth"])
        let rounds = try (0..<3).map { _ in try deployment.create() }
        try expect(deployment.verify(rounds[0], earlierProof(rounds[0]).text()), equals: "right PASSKEY")
        try expect(
            deployment.verify(rounds[1], earlierProof(rounds[1], key: "another").text()), equals: "right PASSKEY")
        var action = try earlierProof(rounds[2])
        action.token.claims.actionCode = "passkeyAuth"
        try expect(deployment.verify(rounds[2], action.text()), equals: "right PASSKEY")
        let sub = "5e1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f12"
        let challenge = try deployment.create(.create.attribute("sub", sub))
        let answer = try earlierProof(challenge).text()
        try expect(
            deployment.verify(EventBuilder.verify(challenge, answer).attribute("sub", sub)), equals: "right PASSKEY")
        #expect(aws.table.items.count == 4)
    }

    @Test(
        "a wrong token uses nothing up: the table is not even asked",
        arguments: [
            ("junk", "invalid_token"), ("another user", "wrong_user"), ("old", "too_old"), ("a code", "other_round"),
        ])
    func wrongTokenUsesNothingUp(cause: String, verdict: String) throws {
        let deployment = try signed()
        let challenge = try deployment.create()
        var proof = try earlierProof(challenge)
        switch cause {
        case "another user": proof.token.claims.subject = "5e1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f12"
        case "old": proof.token.claims.issuedAt -= 301
        case "a code":
            proof = try ProofAnswer(challenge, .emailOTP)
            proof.token.claims.idempotencyKey = "of-its-own"
        default: break
        }
        try expect(deployment.verify(challenge, cause == "junk" ? "junk" : proof.text()), equals: verdict)
        #expect(deployment.transport.calls.isEmpty)
        try expect(deployment.verify(challenge, earlierProof(challenge).text()), equals: "right PASSKEY")
    }

    @Test(
        "a table that does not answer lets nobody in",
        arguments: [
            ScriptedTransport.Answer.status(500, ""), .status(400, #"{"__type":"ResourceNotFoundException"}"#),
            .status(400, #"{"__type":"AccessDeniedException"}"#), .failure(.timedOut("slow")), .ok("[]"),
            .failure(.cannotConnect("nobody there")),
        ])
    func tableOutageLetsNobodyIn(answer: ScriptedTransport.Answer) throws {
        let deployment = try signed()
        let challenge = try deployment.create()
        deployment.transport.always(AWSServices.update, answer)
        let token = try ProofAnswer(challenge, .passkey).text()
        let error = #expect(throws: FunctionError.self) { try deployment.verify(challenge, token) }
        #expect(error?.kind == .unavailable)
    }

    @Test("an item that has ended counts as absent, whether or not it has been deleted")
    func endedItemCountsAsAbsent() throws {
        let deployment = try signed()
        let first = try deployment.create()
        try expect(deployment.verify(first, earlierProof(first).text()), equals: "right PASSKEY")
        for (seconds, verdict) in [(86_400, "already_used"), (1, "right PASSKEY")] as [(Int64, String)] {
            deployment.clock.advance(seconds: seconds)
            let later = try deployment.create()
            var proof = try earlierProof(later)
            proof.token.claims.issuedAt = deployment.clock.now / 1_000
            proof.token.claims.expiresAt = proof.token.claims.issuedAt + 60
            try expect(deployment.verify(later, proof.text()), equals: verdict)
        }
    }

    @Test("in authsignal mode too, by user, action and key")
    func authsignalProofIsUsedOnce() throws {
        let aws = aws
        let deployment = try TestDeployment(["AUTHSIGNAL_SECRET": SampleKeys.apiSecret], AWSServices.settings) {
            aws.serve(behind: $0)
        }
        deployment.transport.always(API.authenticators, API.list([("EMAIL_OTP", SampleUser.email), ("PASSKEY", nil)]))
        let keys = ["11111111-b5d3-4baf-a4ab-4b812dde97a0", "22222222-b5d3-4baf-a4ab-4b812dde97a0"]
        let rounds = try keys.map { key in
            deployment.transport.on(API.track, API.tracked(key: key))
            return try deployment.create()
        }
        deployment.transport.always(API.validate, API.validated())
        try expect(deployment.verify(rounds[0], API.resultToken), equals: "right PASSKEY")
        try expect(deployment.verify(rounds[1], API.resultToken), equals: "already_used")
        try expect(deployment.verify(rounds[0], API.resultToken), equals: "right PASSKEY")
    }

    @Test("if proofs are judged only by their age, one without a key is refused: its use could not be remembered")
    func proofWithoutKeyIsRefused() throws {
        let aws = aws
        let settings = AWSServices.settings.merging(["ROUND_BINDING": "age"]) { $1 }
        let deployment = try TestDeployment(["AUTHSIGNAL_SECRET": SampleKeys.apiSecret], settings) {
            aws.serve(behind: $0)
        }
        deployment.transport.always(API.authenticators, API.list([("EMAIL_OTP", SampleUser.email), ("PASSKEY", nil)]))
        deployment.transport.on(API.track, API.tracked())
        let challenge = try deployment.create()
        deployment.transport.on(API.validate, API.validated(["idempotencyKey": nil]))
        try expect(deployment.verify(challenge, API.resultToken), equals: "unusable_key")
    }
}

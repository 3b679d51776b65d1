import AuthChallenge
import CognitoTriggers
import HTTP
import JSON
import LambdaRuntime
import Primitives
import SignInTokens
import StandIns
import Testing

@Suite("A result token is used once")
struct ConsumptionTests {
    private let aws = AWSServices()

    private func signed(_ settings: [String: String] = [:]) throws -> World {
        let aws = aws
        let mode = ["TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": Sample.signingKey]
        return try World(mode, AWSServices.settings.merging(settings) { $1 }) { aws.serve(behind: $0) }
    }

    /// A passkey proven before the sign-in, with a key of its own.
    private func earlierProof(_ challenge: Challenge, key: String = "of-its-own") throws -> ResultToken {
        var proof = try ResultToken(challenge, .passkey)
        proof.token.idempotencyKey = key
        return proof
    }

    @Test("a passkey proven before the sign-in wins one sign-in, however often that asks")
    func once() throws {
        let world = try signed()
        let rounds = [try world.create(), try world.create(), try world.create()]
        let answer = try earlierProof(rounds[0]).text()
        #expect(try world.verify(rounds[1], answer) == "right PASSKEY")
        #expect(try world.verify(rounds[0], answer) == "already_used")
        #expect(try world.verify(rounds[2], answer) == "already_used")
        #expect(try world.verify(rounds[1], answer) == "right PASSKEY")
        #expect(aws.table.items.count == 1)
    }

    @Test("without a table it wins every first round until it is too old, as ever")
    func withoutTable() throws {
        let world = try World.signed()
        let rounds = [try world.create(), try world.create()]
        let answer = try earlierProof(rounds[0]).text()
        for round in rounds { #expect(try world.verify(round, answer) == "right PASSKEY") }
        #expect(world.transport.calls.isEmpty)
    }

    @Test("a token minted again for the same proof is the same proof")
    func mintedAgain() throws {
        let world = try signed()
        let rounds = [try world.create(), try world.create()]
        var proof = try earlierProof(rounds[0])
        #expect(try world.verify(rounds[0], try proof.text()) == "right PASSKEY")
        proof.token.expiresAt += 60
        #expect(try world.verify(rounds[1], try proof.text()) == "already_used")
    }

    @Test("another proof, another user's and another action's are others")
    func others() throws {
        let world = try signed(["AUTHSIGNAL_PASSKEY_ACTION": "passkeyAuth"])
        let rounds = try (0..<3).map { _ in try world.create() }
        #expect(try world.verify(rounds[0], try earlierProof(rounds[0]).text()) == "right PASSKEY")
        #expect(try world.verify(rounds[1], try earlierProof(rounds[1], key: "another").text()) == "right PASSKEY")
        var action = try earlierProof(rounds[2])
        action.token.actionCode = "passkeyAuth"
        #expect(try world.verify(rounds[2], try action.text()) == "right PASSKEY")
        let sub = "5e1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f12"
        let challenge = try world.create(.create.attribute("sub", sub))
        let answer = try earlierProof(challenge).text()
        #expect(try world.verify(EventBuilder.verify(challenge, answer).attribute("sub", sub)) == "right PASSKEY")
        #expect(aws.table.items.count == 4)
    }

    @Test(
        "a wrong token is nobody's use: the table is not even asked",
        arguments: [
            ("junk", "invalid_token"), ("another user", "wrong_user"), ("old", "too_old"), ("a code", "other_round"),
        ])
    func wrong(cause: String, verdict: String) throws {
        let world = try signed()
        let challenge = try world.create()
        var proof = try earlierProof(challenge)
        switch cause {
        case "another user": proof.token.subject = "5e1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f12"
        case "old": proof.token.issuedAt -= 301
        case "a code":
            proof = try ResultToken(challenge, .emailOTP)
            proof.token.idempotencyKey = "of-its-own"
        default: break
        }
        #expect(try world.verify(challenge, cause == "junk" ? "junk" : try proof.text()) == verdict)
        #expect(world.transport.calls.isEmpty)
        #expect(try world.verify(challenge, try earlierProof(challenge).text()) == "right PASSKEY")
    }

    @Test(
        "a table that cannot say lets nobody in",
        arguments: [
            FakeTransport.Answer.status(500, ""), .status(400, #"{"__type":"ResourceNotFoundException"}"#),
            .status(400, #"{"__type":"AccessDeniedException"}"#), .failure(.timedOut("slow")), .ok("[]"),
            .failure(.cannotConnect("nobody there")),
        ])
    func fails(answer: FakeTransport.Answer) throws {
        let world = try signed()
        let challenge = try world.create()
        world.transport.always(AWSServices.update, answer)
        let token = try ResultToken(challenge, .passkey).text()
        let error = #expect(throws: FunctionError.self) { try world.verify(challenge, token) }
        #expect(error?.kind == .unavailable)
    }

    @Test("an item that has ended counts as none, whether or not it has been deleted")
    func ended() throws {
        let world = try signed()
        let first = try world.create()
        #expect(try world.verify(first, try earlierProof(first).text()) == "right PASSKEY")
        for (seconds, verdict) in [(86_400, "already_used"), (1, "right PASSKEY")] as [(Int64, String)] {
            world.clock.advance(seconds: seconds)
            let later = try world.create()
            var proof = try earlierProof(later)
            proof.token.issuedAt = world.clock.now / 1_000
            proof.token.expiresAt = proof.token.issuedAt + 60
            #expect(try world.verify(later, try proof.text()) == verdict)
        }
    }

    @Test("in authsignal mode too, by user, action and key")
    func authsignal() throws {
        let aws = aws
        let world = try World(["AUTHSIGNAL_SECRET": Sample.apiSecret], AWSServices.settings) { aws.serve(behind: $0) }
        world.transport.always(API.authenticators, API.list([("EMAIL_OTP", Sample.email), ("PASSKEY", nil)]))
        let keys = ["11111111-b5d3-4baf-a4ab-4b812dde97a0", "22222222-b5d3-4baf-a4ab-4b812dde97a0"]
        let rounds = try keys.map { key in
            world.transport.on(API.track, API.tracked(key: key))
            return try world.create()
        }
        world.transport.always(API.validate, API.validated())
        #expect(try world.verify(rounds[0], API.resultToken) == "right PASSKEY")
        #expect(try world.verify(rounds[1], API.resultToken) == "already_used")
        #expect(try world.verify(rounds[0], API.resultToken) == "right PASSKEY")
    }

    @Test("where a proof counts by its age alone, one without a key is refused: its use could not be remembered")
    func withoutKey() throws {
        let aws = aws
        let settings = AWSServices.settings.merging(["ROUND_BINDING": "age"]) { $1 }
        let world = try World(["AUTHSIGNAL_SECRET": Sample.apiSecret], settings) { aws.serve(behind: $0) }
        world.transport.always(API.authenticators, API.list([("EMAIL_OTP", Sample.email), ("PASSKEY", nil)]))
        world.transport.on(API.track, API.tracked())
        let challenge = try world.create()
        world.transport.on(API.validate, API.validated(["idempotencyKey": nil]))
        #expect(try world.verify(challenge, API.resultToken) == "unusable_key")
    }
}

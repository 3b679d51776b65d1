import LambdaRuntime
import StandIns
import Testing

@Suite("TOKEN_MODE=oidc: a round without a nonce")
struct OpenIDAgeTests {
    @Test("hands nothing out, and takes a token by its age", arguments: [Int64(-60), 0, 120])
    func right(age: Int64) throws {
        let issuer = try IDTokenIssuer()
        let world = try World.oidc(issuer, ["ID_TOKEN_NONCE": "age"])
        let challenge = try world.create()
        #expect(challenge.publicParameters == ["challenge": "RESULT_TOKEN"])
        let answer = try issuer.token(age: age)
        #expect(try world.verify(challenge, answer, linkedTo: IDTokenIssuer.linked) == "right ID_TOKEN")
        let withNonce = try issuer.token(nonce: "somebody's", age: age)
        #expect(try world.verify(challenge, withNonce, linkedTo: IDTokenIssuer.linked) == "right ID_TOKEN")
        // With nothing that remembers it, the function says so at its start, and no more.
        #expect(world.recorder.lines == [Self.warning])
    }

    private static let warning =
        "WARN proofs are judged by their age and there is no STATE_TABLE: one counts until it is too old"

    @Test("a token older than two minutes is too old", arguments: [Int64(121), 3_600])
    func tooOld(age: Int64) throws {
        let issuer = try IDTokenIssuer()
        let world = try World.oidc(issuer, ["ID_TOKEN_NONCE": "age"])
        let answer = try issuer.token(age: age)
        #expect(try world.verify(try world.create(), answer, linkedTo: IDTokenIssuer.linked) == "too_old")
    }

    @Test("a token of the future is refused")
    func future() throws {
        let issuer = try IDTokenIssuer()
        let world = try World.oidc(issuer, ["ID_TOKEN_NONCE": "age"])
        let answer = try issuer.token(age: -61)
        #expect(try world.verify(try world.create(), answer, linkedTo: IDTokenIssuer.linked) == "invalid_token")
    }

    @Test("another user's token is another user's")
    func otherUser() throws {
        let issuer = try IDTokenIssuer()
        let world = try World.oidc(issuer, ["ID_TOKEN_NONCE": "age"])
        let answer = try issuer.token(["sub": "auth0|other"])
        #expect(try world.verify(try world.create(), answer, linkedTo: IDTokenIssuer.linked) == "wrong_user")
    }

    @Test("an unknown user's round has the same shape")
    func unknownUser() throws {
        let issuer = try IDTokenIssuer()
        let world = try World.oidc(issuer, ["ID_TOKEN_NONCE": "age"])
        let known = try world.create()
        let unknown = try world.create(.create.unknownUser())
        #expect(unknown.publicParameters == known.publicParameters)
        #expect(
            unknown.privateParameters.mapValues(\.utf8.count) == known.privateParameters.mapValues(\.utf8.count))
        let event = EventBuilder.verify(unknown, try issuer.token()).unknownUser()
        #expect(try world.verify(event) == "unknown_user")
    }

    @Test("with a table a token wins one round, however often that asks")
    func once() throws {
        let aws = AWSServices()
        let issuer = try IDTokenIssuer()
        let settings = AWSServices.settings.merging(["ID_TOKEN_NONCE": "age"]) { $1 }
        let world = try World(IDTokenIssuer.settings, settings) { aws.serve(behind: $0) }
        issuer.publish(on: world.transport)
        let rounds = [try world.create(), try world.create()]
        let answer = try issuer.token()
        for (round, verdict) in [(0, "right ID_TOKEN"), (1, "already_used"), (0, "right ID_TOKEN")] {
            #expect(try world.verify(rounds[round], answer, linkedTo: IDTokenIssuer.linked) == verdict)
        }
        let newer = try issuer.token(age: 1)
        #expect(try world.verify(rounds[1], newer, linkedTo: IDTokenIssuer.linked) == "right ID_TOKEN")
        #expect(aws.table.items.count == 2)
        #expect(!world.recorder.lines.contains(Self.warning))
    }

    @Test("with a table a wrong token uses nothing up, and the right one counts only if the table says so")
    func table() throws {
        let aws = AWSServices()
        let issuer = try IDTokenIssuer()
        let settings = AWSServices.settings.merging(["ID_TOKEN_NONCE": "age"]) { $1 }
        let world = try World(IDTokenIssuer.settings, settings) { aws.serve(behind: $0) }
        issuer.publish(on: world.transport)
        let challenge = try world.create()
        let foreign = try issuer.token(["sub": "auth0|other"])
        #expect(try world.verify(challenge, foreign, linkedTo: IDTokenIssuer.linked) == "wrong_user")
        #expect(aws.table.items.isEmpty)
        world.transport.always(AWSServices.update, .status(500, ""))
        let answer = try issuer.token()
        let error = #expect(throws: FunctionError.self) {
            try world.verify(challenge, answer, linkedTo: IDTokenIssuer.linked)
        }
        #expect(error?.kind == .unavailable)
    }

    @Test("without a table a token counts in every round while it is young")
    func withoutTable() throws {
        let issuer = try IDTokenIssuer()
        let world = try World.oidc(issuer, ["ID_TOKEN_NONCE": "age"])
        let answer = try issuer.token()
        for _ in 0..<2 {
            #expect(try world.verify(try world.create(), answer, linkedTo: IDTokenIssuer.linked) == "right ID_TOKEN")
        }
    }
}

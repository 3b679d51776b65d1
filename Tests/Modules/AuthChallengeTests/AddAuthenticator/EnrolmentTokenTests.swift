import AuthChallenge
import HTTP
import JSON
import LambdaRuntime
import Primitives
import SignInTokens
import Testing
import TriggerTestSupport

@Suite("AddAuthenticator hands out tokens only for the signed-in user")
struct EnrolmentTokenTests {
    private static func keys() throws -> SignInKeys {
        try SignInKeys(current: Array(SampleKeys.signingKey.utf8))
    }

    @Test("in signed mode they are challenge tokens that add an authenticator")
    func signedModeIssuesChallengeTokens() throws {
        let deployment = try AddAuthenticatorDeployment(AddAuthenticatorDeployment.signed, ["TOKEN_LIFETIME": "120"])
        let answer = try deployment.send(try deployment.accessToken(["username": "ana"]))
        let token = try ChallengeToken(
            opening: answer.token, userPoolID: SampleUser.poolID, keys: Self.keys(), now: TestClock.second)
        #expect(token.subject == SampleUser.sub)
        #expect(token.username == "ana")
        #expect(token.scope == "add:authenticators")
        #expect(token.actionCode == "addAuthenticator")
        #expect(token.issuedAt == TestClock.second)
        #expect(token.expiresAt == TestClock.second + 120)
        #expect(token.email == nil)
        #expect(!token.isUserUnknown)
        #expect(deployment.transport.names == [AddAuthenticatorDeployment.keysCall])
    }

    @Test("a proof made with them signs nobody in")
    func enrolmentProofSignsNobodyIn() throws {
        let deployment = try TestDeployment.signed()
        let challenge = try deployment.create()
        let proof = try ProofAnswer(challenge, .passkey).with(\.token.actionCode, "addAuthenticator")
        #expect(try deployment.verify(challenge, proof.text()) == "wrong_action")
    }

    @Test("in authsignal mode they belong to an action with the scope that adds an authenticator")
    func authsignalModeTracksTheEnrolment() throws {
        let deployment = try AddAuthenticatorDeployment(AddAuthenticatorDeployment.authsignal)
        deployment.transport.on(AddAuthenticatorDeployment.track, API.tracked("ALLOW"))
        let answer = try deployment.send(try deployment.accessToken())
        #expect(answer.token == API.trackToken)
        #expect(deployment.transport.names == [AddAuthenticatorDeployment.keysCall, AddAuthenticatorDeployment.track])
        let body = try JSONValue(parsing: try #require(deployment.transport.calls.last).request.body)
        #expect(body.members.map(\.name) == ["idempotencyKey", "scope"])
        #expect(body["scope"]?.string == "add:authenticators")
    }

    @Test("the user's id is one segment of the path")
    func userIDIsOnePathSegment() throws {
        let deployment = try AddAuthenticatorDeployment(AddAuthenticatorDeployment.authsignal)
        deployment.transport.on("POST /users/..%2Fbob%3F/actions/addAuthenticator", API.tracked())
        #expect(try deployment.send(try deployment.accessToken(["sub": "../bob?"])).status == 200)
    }

    @Test("a user whom a rule holds gets no token", arguments: ["BLOCK", "REVIEW_REQUIRED", "REVIEW_FAILED"])
    func heldUserGetsNoToken(state: String) throws {
        let deployment = try AddAuthenticatorDeployment(AddAuthenticatorDeployment.authsignal)
        deployment.transport.on(AddAuthenticatorDeployment.track, API.tracked(state))
        let answer = try deployment.send(try deployment.accessToken())
        #expect(answer.status == 403)
        #expect(answer.error == "not_allowed")
        #expect(deployment.recorder.lines == ["INFO refused with status 403: the state \(state)"])
    }

    static let outages: [(answer: ScriptedTransport.Answer, reason: String)] = [
        (.status(500, "{}"), "Authsignal refused with status 500, no error code"),
        (.status(429, "{}"), "Authsignal: too many requests"),
        (
            API.error(401, "unauthorized"),
            "Authsignal does not know the API secret: AUTHSIGNAL_SECRET is wrong, or AUTHSIGNAL_URL is another region's"
        ),
        (.ok("{}"), "Authsignal gave an unreadable answer"),
        (.failure(.timedOut("slow")), "Authsignal: timed out: slow"),
    ]

    @Test("while Authsignal is out, no token is handed out", arguments: outages)
    func outageHandsOutNoToken(answer: ScriptedTransport.Answer, reason: String) throws {
        let deployment = try AddAuthenticatorDeployment(AddAuthenticatorDeployment.authsignal)
        deployment.transport.on(AddAuthenticatorDeployment.track, answer)
        let answer = try deployment.send(try deployment.accessToken())
        #expect(answer.status == 503)
        #expect(answer.error == "temporarily_unavailable")
        #expect(answer.body["message"]?.string == "No authenticator can be added right now")
        #expect(deployment.recorder.lines == ["ERROR refused with status 503: \(reason)"])
    }
}

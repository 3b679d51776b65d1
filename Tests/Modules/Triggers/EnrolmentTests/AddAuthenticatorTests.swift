import Enrolment
import HTTP
import JSON
import LambdaRuntime
import Primitives
import SignInTokens
import TestSupport
import Testing
import TriggerTestSupport

/// `events/AddAuthenticator` says what becomes a token. Here are the answers' headers, the log lines, every setting,
/// and the calls to Authsignal.
@Suite("AddAuthenticator judges the request, and its configuration")
struct AddAuthenticatorTests {
    @Test("only POST is answered", arguments: ["GET", "OPTIONS", "post", "PUT"])
    func onlyPOSTIsAnswered(method: String) throws {
        let deployment = try AddAuthenticatorDeployment()
        let token = try deployment.accessToken()
        let answer = try deployment.send(
            method: method, headers: ["authorization": "Bearer \(token)"], sensitive: [token])
        #expect(answer.status == 405)
        #expect(answer.error == "method_not_allowed")
        #expect(answer.headers["allow"] == "POST")
        #expect(deployment.transport.names == [])
    }

    @Test("without exactly one bearer token no call is made")
    func withoutBearerTokenNobodyIsAsked() throws {
        let deployment = try AddAuthenticatorDeployment()
        let token = try deployment.accessToken()
        for headers in [
            [:], ["authorization": token], ["authorization": "Bearer"], ["cookie": "token=\(token)"],
            ["authorization": "Bearer \(token),Bearer \(token)"], ["authorization": "Basic \(token)"],
        ] {
            let answer = try deployment.send(headers: headers, sensitive: [token])
            #expect(answer.status == 401)
            #expect(answer.error == "invalid_token")
            #expect(answer.headers["www-authenticate"] == "Bearer")
        }
        #expect(deployment.transport.names == [])
        #expect(Set(deployment.recorder.lines) == ["INFO refused with status 401: there is no single bearer token"])
    }

    @Test("a request that cannot be read is refused")
    func unreadableRequestIsRefused() throws {
        let deployment = try AddAuthenticatorDeployment()
        let token = try deployment.accessToken()
        let doubled = ["authorization": "Bearer \(token)", "Authorization": "Bearer \(token)"]
        let answer = try deployment.send(headers: doubled, sensitive: [token])
        #expect(answer.status == 400)
        #expect(answer.error == "invalid_request")
        #expect(deployment.recorder.lines.last == "INFO refused with status 400: two headers have one name")
        for event in ["", "[]", "{}", #"{"version":"1.0"}"#] {
            try expect(deployment.send(Array(event.utf8)).status, equals: 400)
        }
    }

    @Test("content is not read, and may not be long")
    func contentIsLimitedAndNotRead() throws {
        let deployment = try AddAuthenticatorDeployment()
        let headers = ["authorization": "Bearer \(try deployment.accessToken())"]
        for body in [nil, "", "{}", #"{"userId":"somebody-else"}"#, String(repeating: "a", count: 1_024)] {
            let answer = try deployment.send(headers: headers, body: body)
            #expect(answer.status == 200)
        }
        let answer = try deployment.send(headers: headers, body: String(repeating: "a", count: 1_025))
        #expect(answer.status == 413)
        #expect(answer.error == "invalid_request")
        try expect(deployment.send([UInt8](repeating: 0x20, count: 65_537)).status, equals: 413)
    }

    typealias WrongSetting = (settings: [String: String], variable: String, problem: String)

    private static let notAnIssuer =
        "must be an https URL that ends with the pool's id; plain http only to this machine"
    private static let unnamed = "must name the app clients; * is not enough here"

    static let faults: [WrongSetting] = [
        (["USER_POOL_ISSUER": ""], "USER_POOL_ISSUER", "must be set"),
        (["USER_POOL_ISSUER": SampleUser.poolID], "USER_POOL_ISSUER", notAnIssuer),
        (["USER_POOL_ISSUER": "http://example.org/\(SampleUser.poolID)"], "USER_POOL_ISSUER", notAnIssuer),
        (["USER_POOL_ISSUER": "https://example.org/\(SampleUser.poolID)/"], "USER_POOL_ISSUER", notAnIssuer),
        (["USER_POOL_ISSUER": "https://example.org/\(SampleUser.poolID)?a"], "USER_POOL_ISSUER", notAnIssuer),
        (["USER_POOL_ISSUER": "https://example.org/"], "USER_POOL_ISSUER", notAnIssuer),
        (["USER_POOL_ISSUER": "https://example.org/pool"], "USER_POOL_ISSUER", notAnIssuer),
        (["USER_POOL_ISSUER": "https://example.org/a_b_c"], "USER_POOL_ISSUER", notAnIssuer),
        (["USER_POOL_ISSUER": "https://example.org/a__b"], "USER_POOL_ISSUER", notAnIssuer),
        (["USER_POOL_ISSUER": "https://example.org/a_"], "USER_POOL_ISSUER", notAnIssuer),
        (["USER_POOL_ISSUER": "https://example.org/_b"], "USER_POOL_ISSUER", notAnIssuer),
        (["USER_POOL_ISSUER": "https://example.org/a_b.c"], "USER_POOL_ISSUER", notAnIssuer),
        (
            ["USER_POOL_ISSUER": "https://example.org/a_b,https://example.org/a_c"], "USER_POOL_ISSUER",
            "must name issuers of one pool"
        ),
        (["USER_POOL_ISSUER": "https://example.org/a_b,"], "USER_POOL_ISSUER", "has an empty part in its list"),
        (["ALLOWED_CLIENT_IDS": ""], "ALLOWED_CLIENT_IDS", unnamed),
        (["ALLOWED_CLIENT_IDS": "*"], "ALLOWED_CLIENT_IDS", unnamed),
        (
            ["ALLOWED_CLIENT_IDS": "a,*"], "ALLOWED_CLIENT_IDS", "must be * alone or a list of app client ids"
        ),
        (["ALLOWED_CLIENT_IDS": "a,"], "ALLOWED_CLIENT_IDS", "has an empty part in its list"),
        (["MAX_SIGN_IN_AGE": "59"], "MAX_SIGN_IN_AGE", "must be a whole number from 60 to 600"),
        (["MAX_SIGN_IN_AGE": "601"], "MAX_SIGN_IN_AGE", "must be a whole number from 60 to 600"),
        (
            ["TOKEN_MODE": "oidc"], "TOKEN_MODE",
            "must be authsignal or signed: the issuer enrols its own passkeys"
        ),
        (["TOKEN_MODE": "other"], "TOKEN_MODE", "must be one of authsignal, signed, oidc"),
        (["TOKEN_SIGNING_KEY": "short"], "TOKEN_SIGNING_KEY", "must hold at least 32 bytes"),
        (["TOKEN_SIGNING_KEY": ""], "TOKEN_SIGNING_KEY", "or TOKEN_SIGNING_KEY_ARN must be set"),
        (["TOKEN_LIFETIME": "59"], "TOKEN_LIFETIME", "must be a whole number from 60 to 3600"),
        (["TOKEN_MODE": "authsignal"], "AUTHSIGNAL_SECRET", "or AUTHSIGNAL_SECRET_ARN must be set"),
        (
            ["TOKEN_MODE": "authsignal", "AUTHSIGNAL_SECRET": "a", "AUTHSIGNAL_URL": "http://example.org"],
            "AUTHSIGNAL_URL", "must be an https URL; plain http only to this machine"
        ),
        (
            ["AUTHSIGNAL_ACTION": "addAuthenticator"], "AUTHSIGNAL_ACTION",
            "must not be addAuthenticator, which is for adding authenticators"
        ),
        (
            ["AUTHSIGNAL_PASSKEY_ACTION": "addAuthenticator"], "AUTHSIGNAL_PASSKEY_ACTION",
            "must not be addAuthenticator, which is for adding authenticators"
        ),
    ]

    @Test("a setting that cannot be right keeps the function from starting", arguments: faults)
    func wrongSettingStopsTheStart(fault: WrongSetting) {
        #expect(throws: FunctionError.configuration(fault.variable, fault.problem)) {
            try AddAuthenticatorDeployment(AddAuthenticatorDeployment.signed, fault.settings)
        }
    }
}

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
        #expect(token.claims.subject == SampleUser.sub)
        #expect(token.claims.username == "ana")
        #expect(token.claims.scope == "add:authenticators")
        #expect(token.claims.actionCode == "addAuthenticator")
        #expect(token.claims.issuedAt == TestClock.second)
        #expect(token.claims.expiresAt == TestClock.second + 120)
        #expect(token.email == nil)
        #expect(!token.isUserUnknown)
        #expect(deployment.transport.names == [AddAuthenticatorDeployment.keysCall])
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
        try expect(deployment.send(deployment.accessToken(["sub": "../bob?"])).status, equals: 200)
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

import Foundation
import JOSE
import JSON
import Replay
import SandboxTestSupport
import SignInTokens
import StandIns
import TestKeys
import TestSupport
import Testing

@Suite("Placeholders")
struct PlaceholderTests {
    private static let event = """
        {"userPoolId": "eu-west-1_Pool", "userName": "ana", "request": {"userAttributes":
        {"sub": "sub-1", "email": "ana@example.test"}, "privateChallengeParameters": {"key": "round-key"}}}
        """
    private static let environment = [
        "TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": "placeholder-key-0123456789-abcdefg",
        "TOKEN_SIGNING_KEY_PREVIOUS": "placeholder-previous-0123456789-ab",
    ]
    private static let secret = "placeholder-secret-0123456789-abcd"
    private let authsignal: AuthsignalStandIn
    private let issuer: IssuerStandIn

    init() throws {
        authsignal = try AuthsignalStandIn(secret: Self.secret)
        issuer = try IssuerStandIn()
    }

    private func fill(
        _ text: String, in event: String = event, environment: [String: String] = environment
    ) async throws -> String {
        let values = PlaceholderValues(
            event: try JSONValue(parsing: Array(event.utf8)), environment: environment, authsignal: authsignal,
            issuer: issuer, captcha: CaptchaStandIn(), runValues: ["run": "value"])
        return try await Placeholder.fill(text, with: values.value(of:))
    }

    private func keys(_ variable: String = "TOKEN_SIGNING_KEY") throws -> DocumentedKeys {
        DocumentedKeys(Array(try #require(Self.environment[variable]).utf8))
    }

    /// The claims of a result token that a variable's key has signed.
    private func claims(
        _ token: String, key: String = "TOKEN_SIGNING_KEY", type: String = "result+jwt"
    ) throws -> Claims {
        try Claims(CompactJWS.verify(token, keys: [keys(key).resultKey.verificationKey], expectedType: type))
    }

    private var now: Int64 { Int64(Date().timeIntervalSince1970) }

    @Test("text around placeholders stays as it is")
    func surroundings() async throws {
        try await expect(fill("a ${run} $ { } ${ run }${run}"), equals: "a value $ { } valuevalue")
    }

    @Test("a result token is the event's user's, of this round, proven now")
    func resultToken() async throws {
        let claims = try claims(await fill("${resultToken}"))
        #expect(claims.issuer == "urn:cognito-passkeys:eu-west-1_Pool")
        #expect(claims.audience == ["urn:cognito-passkeys:eu-west-1_Pool"])
        #expect(claims.subject == "sub-1")
        let issued = try #require(claims.issuedAt)
        #expect(abs(issued - now) < 10)
        #expect(claims.expiration == issued + 600)
        let other = try #require(claims["other"])
        #expect(other["userId"]?.string == "sub-1")
        #expect(other["username"]?.string == "ana")
        #expect(other["actionCode"]?.string == "cognitoAuth")
        #expect(other["idempotencyKey"]?.string == "round-key")
        #expect(other["verificationMethod"]?.string == "PASSKEY")
        #expect(other["state"]?.string == "CHALLENGE_SUCCEEDED")
        #expect(other["emailDigest"] == nil)
        #expect(other["userVerified"] == nil)
    }

    @Test("a result token says whether the device verified its user if it is told to", arguments: [true, false])
    func userVerification(flag: Bool) async throws {
        let other = try claims(await fill("${resultToken: userVerified=\(flag)}"))["other"]
        #expect(other?["userVerified"]?.bool == flag)
    }

    @Test("its arguments change it")
    func arguments() async throws {
        let token = try await fill(
            "${resultToken: method=EMAIL_OTP, key=k, age=400, lifetime=30, subject=s, email=E@x.test, pool=p, action=a, state=ALLOW, type=t, signedBy=previous}"
        )
        let claims = try claims(token, key: "TOKEN_SIGNING_KEY_PREVIOUS", type: "t")
        #expect(claims.issuer == "urn:cognito-passkeys:p")
        #expect(claims.subject == "s")
        let issued = try #require(claims.issuedAt)
        #expect(abs(issued + 400 - now) < 10)
        #expect(claims.expiration == issued + 30)
        let other = try #require(claims["other"])
        #expect(other["idempotencyKey"]?.string == "k")
        #expect(other["verificationMethod"]?.string == "EMAIL_OTP")
        #expect(other["actionCode"]?.string == "a")
        #expect(other["state"]?.string == "ALLOW")
        try expect(other["emailDigest"]?.string, equals: keys("TOKEN_SIGNING_KEY_PREVIOUS").emailDigest(of: "e@X.TEST"))
    }

    @Test("an earlier proof has a key of its own each time")
    func earlier() async throws {
        let first = try claims(await fill("${resultToken: key=earlier}"))["other"]?["idempotencyKey"]?.string
        let second = try claims(await fill("${resultToken: key=earlier}"))["other"]?["idempotencyKey"]?.string
        #expect(first != second)
        #expect(first != "round-key")
    }

    @Test("a challenge token is sealed, names the address and proves nothing")
    func challengeToken() async throws {
        let token = try await fill("${challengeToken}")
        let opened = try CompactJWE.open(token, keys: [keys().challengeKey], expectedType: "challenge+jwt")
        let other = try Claims(opened)["other"]
        #expect(other?["email"]?.string == "ana@example.test")
        #expect(other?["userNotFound"]?.bool == false)
        #expect(other?["verificationMethod"] == nil)
        #expect(other?["state"] == nil)
    }

    @Test("in a request to a function URL a token is for the pool of the function, and for the same user and round")
    func tokenInRequest() async throws {
        let request = #"{"version": "2.0", "requestContext": {}}"#
        let environment = Self.environment.merging(["USER_POOL_ID": "eu-west-1_Own"]) { $1 }
        let token = try await fill("${challengeToken: scope=s}", in: request, environment: environment)
        let challenge = try Claims(
            CompactJWE.open(token, keys: [keys().challengeKey], expectedType: "challenge+jwt"))
        #expect(challenge.issuer == "urn:cognito-passkeys:eu-west-1_Own")
        #expect(challenge["scope"]?.string == "s")
        #expect(challenge["other"]?["email"]?.string == "ana@example.test")
        let result = try claims(
            await fill("${resultToken: method=EMAIL_OTP}", in: request, environment: environment))
        #expect(result.subject == challenge.subject)
        #expect(result["scope"]?.string?.contains("add:authenticators") == true)
        let (key, expected) = (result["other"]?["idempotencyKey"], challenge["other"]?["idempotencyKey"])
        #expect(key?.string == expected?.string)
        #expect(key?.string?.isEmpty == false)
    }

    @Test("a filler has the length that is asked for")
    func filler() async throws {
        try await expect(fill("${filler: bytes=3}"), equals: "aaa")
        try await expect(fill("${filler: bytes=70000}").utf8.count, equals: 70_000)
    }

    @Test("the keys are those that the functions derive")
    func documentedKeys() throws {
        let secret = Array(try #require(Self.environment["TOKEN_SIGNING_KEY"]).utf8)
        let functions = try SignInKeys(current: secret)
        let documented = try keys()
        #expect(documented.keyID == functions.keyID)
        #expect(documented.emailDigest(of: "Ana@example.test") == functions.emailDigest(of: "ana@example.test"))
    }

    @Test("a token signed by somebody else or by nobody does not verify", arguments: ["other", "none"])
    func foreign(signer: String) async throws {
        let token = try await fill("${resultToken: signedBy=\(signer)}")
        #expect(throws: signer == "none" ? JOSEError.unsupportedAlgorithm : .unknownKeyID) { try claims(token) }
    }

    @Test("in authsignal mode the stand-in mints the token and knows its action")
    func authsignalToken() async throws {
        let basic = "Basic " + Data("\(Self.secret):".utf8).base64EncodedString()
        let server = try await StandInServer(authsignal)
        let client = LoopbackClient(base: server.address + "/v1", headers: ["Authorization": basic])
        _ = try await fill("${resultToken: method=EMAIL_OTP, age=100}", environment: [:])
        let action = try await client.get("/users/sub-1/actions/cognitoAuth/round-key").json
        #expect(action?["state"]?.string == "CHALLENGE_SUCCEEDED")
        #expect(action?["verificationMethod"]?.string == "EMAIL_OTP")
        let time = try #require(action?["stateUpdatedAt"]?.string)
        let updated = try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(time)
        #expect(abs(updated.timeIntervalSinceNow + 100) < 60)
        _ = try await fill("${challengeToken: key=k}", environment: [:])
        let tracked = try await client.get("/users/sub-1/actions/cognitoAuth/k").json
        #expect(tracked?["state"]?.string == "CHALLENGE_REQUIRED")
        #expect(tracked?["verificationMethod"] == nil)
        server.stop()
    }

    @Test(
        "what cannot be filled is refused",
        arguments: [
            ("${resultTokn}", ReplayError.placeholder("resultTokn", fault: "unknown name")),
            ("${resultToken: ages=1}", .placeholder("resultToken: ages=1", fault: "unknown argument ages")),
            ("${resultToken: age=x}", .placeholder("resultToken: age=x", fault: "age is whole seconds")),
            (
                "${resultToken: userVerified=1}",
                .placeholder("resultToken: userVerified=1", fault: "userVerified is true or false")
            ),
            ("${resultToken: age}", .placeholder("resultToken: age", fault: "arguments are name=value, each once")),
            (
                "${resultToken: age=1, age=2}",
                .placeholder("resultToken: age=1, age=2", fault: "arguments are name=value, each once")
            ),
            ("${filler}", .placeholder("filler", fault: "bytes is a number up to 1048576")),
            ("${filler: bytes=0}", .placeholder("filler: bytes=0", fault: "bytes is a number up to 1048576")),
            ("${uuid: a=b}", .placeholder("uuid: a=b", fault: "unknown argument a")),
            ("x ${run", .placeholder("run", fault: "no closing brace")),
        ])
    func refused(text: String, error: ReplayError) async {
        await #expect(throws: error) { try await fill(text) }
    }
}

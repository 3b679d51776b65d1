import Foundation
import JOSE
import JSON
import LocalCognito
import Primitives
import RuntimeAPIHost
import SandboxTestSupport
import SignInTokens
import TestSupport
import Testing

/// A pool whose triggers are the built bootstraps in `signed` mode. It also makes tokens as the authenticator does.
struct RealFunctions: Sendable {
    static let signingKey = "user-pool-tests-signing-key-0123456789"
    let pool: UserPool
    let client: PoolClient
    let endpoint: String
    private let instances: [FunctionInstance]
    /// It is long because the machine may be busy, and these tests do not test time limits.
    private static let timeLimit = Duration.seconds(30)

    /// Runs a body with a pool and its functions.
    static func run(
        _ change: (inout PoolSettings) -> Void = { _ in }, flow: String = "RESULT_TOKEN",
        confirmSignUp: String = "auto", mailBox: any MailBox = MemoryMailBox(),
        _ body: (RealFunctions) async throws -> Void
    ) async throws {
        var settings = PoolSettings(clients: [AppClient(id: PoolFixture.clientID)])
        settings.passwordPolicy = .onlyLength
        change(&settings)
        let fixture = try await RealFunctions(settings, flow: flow, confirmSignUp: confirmSignUp, mailBox: mailBox)
        do { try await body(fixture) } catch {
            await fixture.stop()
            throw error
        }
        await fixture.stop()
    }

    private init(
        _ settings: PoolSettings, flow: String, confirmSignUp: String, mailBox: any MailBox
    ) async throws {
        pool = try UserPool(settings, mailBox: mailBox)
        endpoint = try await pool.start()
        client = PoolClient(endpoint)
        let tokens = ["SIGN_IN_FLOW": flow, "TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": Self.signingKey]
        let aws = [
            "MARK_EMAIL_VERIFIED": "true", "AWS_ACCESS_KEY_ID": "sandbox", "AWS_SECRET_ACCESS_KEY": "sandbox",
            "AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER": endpoint,
        ]
        var environments: [(trigger: PoolTrigger, program: String, environment: [String: String])] = [
            (.defineAuthChallenge, "DefineAuthChallenge", ["SIGN_IN_FLOW": flow]),
            (.createAuthChallenge, "CreateAuthChallenge", tokens),
            (.verifyAuthChallengeResponse, "VerifyAuthChallenge", tokens.merging(aws) { own, _ in own }),
            (.preSignUp, "PreSignUp", ["CONFIRM_SIGN_UP": confirmSignUp, "ALLOWED_CLIENT_IDS": PoolFixture.clientID]),
        ]
        if flow.hasPrefix("PASSWORD") {
            environments.append(
                (.preTokenGeneration, "PreTokenGeneration", ["ALLOWED_CLIENT_IDS": PoolFixture.clientID]))
        }
        var functions: [PoolTrigger: any TriggerFunction] = [:]
        var instances: [FunctionInstance] = []
        for (trigger, program, environment) in environments {
            let path = try ChildProcess.builtExecutable(program).path
            let instance = FunctionInstance(
                name: program, bootstrap: path, environment: environment, timeLimit: Self.timeLimit)
            instances.append(instance)
            functions[trigger] = instance
        }
        self.instances = instances
        await pool.use(TriggerFunctions(functions, timeLimit: Self.timeLimit))
    }

    private func stop() async {
        for instance in instances { await instance.stop() }
        await pool.stop()
    }

    /// Signs up; returns the new account's `sub`.
    func signUp(_ email: String) async throws -> String {
        let json = try await client.call(
            "SignUp",
            #"{"ClientId":"\#(PoolFixture.clientID)","Username":\#(quoted(email)),"Password":"correct horse"}"#)
        return try #require(json["UserSub"]?.string)
    }

    /// Starts a sign-in.
    func start(_ username: String, _ more: [String: String] = [:]) async throws -> JSONValue {
        let parameters = quoted(more.merging(["USERNAME": username]) { own, _ in own })
        return try await client.call(
            "InitiateAuth",
            #"{"AuthFlow":"CUSTOM_AUTH","ClientId":"\#(PoolFixture.clientID)","AuthParameters":\#(parameters)}"#)
    }

    /// The body of an answer to a challenge.
    func answer(_ answer: String, to challenge: JSONValue) throws -> String {
        let session = try #require(challenge["Session"]?.string)
        let username = try #require(challenge["ChallengeParameters"]?["USERNAME"]?.string)
        return #"{"ClientId":"\#(PoolFixture.clientID)","ChallengeName":"CUSTOM_CHALLENGE","Session":"#
            + quoted(session) + #","ChallengeResponses":"# + quoted(["USERNAME": username, "ANSWER": answer]) + "}"
    }

    /// The content of the challenge's token.
    func token(of challenge: JSONValue) throws -> ChallengeToken {
        let text = try #require(challenge["ChallengeParameters"]?["token"]?.string)
        return try ChallengeToken(
            opening: text, userPoolID: pool.settings.id, keys: Self.signInKeys,
            now: Int64(Date().timeIntervalSince1970))
    }

    private static var signInKeys: SignInKeys { get throws { try SignInKeys(current: Array(signingKey.utf8)) } }

    /// The result token that an authenticator issues for a challenge, once the user has entered the emailed code.
    func resultToken(
        for challenge: JSONValue, method: VerificationMethod = .emailOTP,
        _ change: (inout ResultToken) -> Void = { _ in }
    ) throws -> String {
        let (asked, keys) = (try token(of: challenge), try Self.signInKeys)
        var token = ResultToken(
            userPoolID: asked.userPoolID, subject: asked.subject, issuedAt: asked.issuedAt, expiresAt: asked.expiresAt,
            scope: asked.scope, actionCode: asked.actionCode, idempotencyKey: asked.idempotencyKey,
            username: asked.username, method: method,
            emailDigest: method == .emailOTP ? asked.email.map { keys.emailDigest(of: $0.text) } : nil)
        change(&token)
        return try token.signed(with: keys)
    }
}

import JSON
import LocalCognito
import RuntimeAPIHost
import SandboxTestSupport
import Synchronization
import TestSupport
import Testing

/// Keeps messages in memory.
final class MemoryMailBox: MailBox {
    private let state = Mutex<[PoolMail]>([])

    /// The messages so far, oldest first.
    var messages: [PoolMail] { state.withLock { $0 } }

    func deliver(_ mail: PoolMail) { state.withLock { $0.append(mail) } }
}

/// A function in this process: a closure that handles an event, and a record of the events it received.
final class ClosureFunction: TriggerFunction {
    private let body: @Sendable (JSONValue) -> InvocationResult
    private let record = Mutex<[(event: JSONValue, requestID: String)]>([])

    init(_ body: @escaping @Sendable (JSONValue) -> InvocationResult) { self.body = body }

    /// Replies with the event and this `response`.
    convenience init(response: @escaping @Sendable (JSONValue) -> String) {
        self.init { event in .reply(event.replying(response(event))) }
    }

    var events: [JSONValue] { record.withLock { $0.map(\.event) } }
    var requestIDs: [String] { record.withLock { $0.map(\.requestID) } }

    func invoke(_ event: [UInt8], requestID: String) async throws(BootstrapError) -> InvocationResult {
        guard let json = try? JSONValue(parsing: event) else { return .timeout }
        record.withLock { $0.append((json, requestID)) }
        return body(json)
    }
}

extension JSONValue {
    /// The object with another `response`.
    func replying(_ response: String) -> [UInt8] { object(replacing: [("response", Array(response.utf8))]) }
}

/// A pool in this process. Its functions ask for the words `open sesame`, at most three times.
struct PoolFixture: Sendable {
    let pool: UserPool
    let client: PoolClient
    let mailBox = MemoryMailBox()
    let define: ClosureFunction
    let create: ClosureFunction
    let verify: ClosureFunction
    let preSignUp: ClosureFunction
    private let time: SharedTime

    final class SharedTime: Sendable {
        let seconds = Mutex<Int64>(1_800_000_000)
    }

    static let clientID = "3kq0example1clientid2value3"
    static let email = "ana@example.test"

    static let decide: @Sendable (JSONValue) -> String = { event in
        let rows = event["request"]?["session"]?.elements ?? []
        if rows.last?["challengeName"]?.string == "CUSTOM_CHALLENGE", rows.last?["challengeResult"]?.bool == true {
            return #"{"challengeName":null,"issueTokens":true,"failAuthentication":false}"#
        }
        if rows.count >= 3 { return #"{"challengeName":null,"issueTokens":false,"failAuthentication":true}"# }
        return #"{"challengeName":"CUSTOM_CHALLENGE","issueTokens":false,"failAuthentication":false}"#
    }
    static let ask: @Sendable (JSONValue) -> String = { event in
        let number = (event["request"]?["session"]?.elements.count ?? 0) + 1
        return #"{"publicChallengeParameters":{"question":"\#(number)"},"#
            + #""privateChallengeParameters":{"right":"open sesame"},"challengeMetadata":"round \#(number)"}"#
    }
    static let judge: @Sendable (JSONValue) -> String = { event in
        let request = event["request"]
        let right = request?["privateChallengeParameters"]?["right"]?.string
        return #"{"answerCorrect":\#(request?["challengeAnswer"]?.string == right)}"#
    }

    /// A pool that has one confirmed account.
    init(
        _ change: (inout PoolSettings) -> Void = { _ in }, observer: (any PoolObserver)? = nil,
        define: ClosureFunction = ClosureFunction(response: decide),
        create: ClosureFunction = ClosureFunction(response: ask),
        verify: ClosureFunction = ClosureFunction(response: judge),
        preSignUp: ClosureFunction = ClosureFunction { .reply($0.text) },
        preTokenGeneration: (any TriggerFunction)? = nil
    ) async throws {
        var settings = PoolSettings(clients: [AppClient(id: Self.clientID)])
        settings.passwordPolicy = .onlyLength
        change(&settings)
        (self.define, self.create, self.verify, self.preSignUp) = (define, create, verify, preSignUp)
        let time = SharedTime()
        self.time = time
        var functions: [PoolTrigger: any TriggerFunction] = [
            .defineAuthChallenge: define, .createAuthChallenge: create, .verifyAuthChallengeResponse: verify,
            .preSignUp: preSignUp,
        ]
        functions[.preTokenGeneration] = preTokenGeneration
        let pool = try UserPool(
            settings, triggers: TriggerFunctions(functions), mailBox: mailBox, observer: observer,
            now: { time.seconds.withLock { $0 } })
        self.pool = pool
        client = PoolClient(LoopbackClient(base: await pool.address) { await pool.respond(to: $0) })
        await pool.store(Self.user())
    }

    /// An account.
    static func user(
        _ email: String = email, sub: String = "7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11",
        status: PoolUser.Status = .confirmed
    ) -> PoolUser {
        let attributes = UserAttributes([("sub", sub), ("email_verified", "true"), ("email", email)])
        return PoolUser(username: sub, attributes: attributes, status: status, at: 1_800_000_000)
    }

    /// Advances the pool's clock.
    func wait(seconds: Int64) { time.seconds.withLock { $0 += seconds } }

    var now: Int64 { time.seconds.withLock { $0 } }

    /// The body of `InitiateAuth`.
    func start(
        _ username: String = email, client: String = clientID, flow: String = "CUSTOM_AUTH",
        _ more: [String: String] = [:], metadata: [String: String]? = nil
    ) -> String {
        let parameters = quoted(more.merging(["USERNAME": username]) { own, _ in own })
        let tail = metadata.map { #","ClientMetadata":"# + quoted($0) } ?? ""
        return #"{"AuthFlow":"\#(flow)","ClientId":"\#(client)","AuthParameters":\#(parameters)\#(tail)}"#
    }

    /// The body of `RespondToAuthChallenge`.
    func answer(
        _ answer: String?, _ session: String?, username: String = email, client: String = clientID,
        challenge: String = "CUSTOM_CHALLENGE", _ more: [String: String] = [:], metadata: [String: String]? = nil
    ) -> String {
        var responses = more.merging(["USERNAME": username]) { own, _ in own }
        responses["ANSWER"] = answer
        let tail =
            (session.map { #","Session":\#(quoted($0))"# } ?? "")
            + (metadata.map { #","ClientMetadata":"# + quoted($0) } ?? "")
        return #"{"ClientId":"\#(client)","ChallengeName":"\#(challenge)","ChallengeResponses":"#
            + quoted(responses) + tail + "}"
    }

    /// Starts a sign-in; returns its session.
    func session(_ username: String = email) async throws -> String {
        let json = try await client.call("InitiateAuth", start(username))
        return try #require(json["Session"]?.string)
    }

    /// Signs the account in; returns `AuthenticationResult`.
    func signIn() async throws -> JSONValue {
        let session = try await session()
        let json = try await client.call("RespondToAuthChallenge", answer("open sesame", session))
        return try #require(json["AuthenticationResult"])
    }

    /// Signs the account in; returns the access token.
    func accessToken() async throws -> String { try #require(try await signIn()["AccessToken"]?.string) }

    /// The code or password of the latest mail.
    var code: String { get throws { try #require(mailBox.messages.last?.code) } }

    /// A code that the latest mail does not have.
    var wrongCode: String { get throws { try code == "000000" ? "000001" : "000000" } }

    func setPassword(_ password: String, permanent: Bool = true) async throws {
        try await call(
            "AdminSetUserPassword", Body.account(#","Password":"\#(password)","Permanent":\#(permanent)"#))
    }

    /// Answers a challenge; returns what comes next.
    @discardableResult
    func respond(_ body: String) async throws -> JSONValue { try await call("RespondToAuthChallenge", body) }

    /// Makes a call that succeeds.
    @discardableResult
    func call(_ operation: String, _ body: String) async throws -> JSONValue {
        try await client.call(operation, body)
    }

    /// Expects that a call is refused with this error.
    func expect(
        _ operation: String, _ body: String, fails error: PoolError,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let found = try await client.error(operation, body)
        #expect(found == error, sourceLocation: sourceLocation)
    }

    /// Expects that a call is refused with an error of this type.
    func expect(
        _ operation: String, _ body: String, fails code: PoolError.Code,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let found = try await client.error(operation, body)
        #expect(found.code == code, sourceLocation: sourceLocation)
    }
}

/// The bodies of calls, each with further members behind a comma.
enum Body {
    /// About an account, by an administrator.
    static func account(_ more: String = "", of name: String = PoolFixture.email) -> String {
        #"{"UserPoolId":"eu-west-1_Sandbox01","Username":\#(quoted(name))\#(more)}"#
    }

    /// About an account, by an app.
    static func user(_ more: String = "", of name: String = PoolFixture.email) -> String {
        #"{"ClientId":"\#(PoolFixture.clientID)","Username":\#(quoted(name))\#(more)}"#
    }

    /// By a signed-in user.
    static func own(_ token: String, _ more: String = "") -> String { #"{"AccessToken":"\#(token)"\#(more)}"# }

    /// About the pool.
    static func pool(_ more: String = "") -> String { #"{"UserPoolId":"eu-west-1_Sandbox01"\#(more)}"# }

    /// The member `UserAttributes`.
    static func attributes(_ attributes: (name: String, value: String)...) -> String {
        let list = attributes.map { #"{"Name":\#(quoted($0.name)),"Value":\#(quoted($0.value))}"# }
        return #","UserAttributes":[\#(list.joined(separator: ","))]"#
    }
}

extension PoolError {
    static let incorrect = PoolError(.notAuthorized, "Incorrect username or password.")
    static let revoked = PoolError(.notAuthorized, "Access Token has been revoked")
    static let unwritable = PoolError(.notAuthorized, "A client attempted to write unauthorized attribute")

    static func parameter(_ message: String) -> PoolError { PoolError(.invalidParameter, message) }
    static func notAuthorized(_ message: String) -> PoolError { PoolError(.notAuthorized, message) }
}

extension PasswordPolicy {
    /// Eight characters of any kind, for tests that are about something else.
    static let onlyLength = PasswordPolicy(
        requiresLowercase: false, requiresUppercase: false, requiresNumbers: false, requiresSymbols: false)
}

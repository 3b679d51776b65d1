internal import Foundation
internal import JOSE
internal import LoopbackServer
internal import OpenSSLCrypto

/// A local Cognito user pool: accounts, custom authentication through real trigger functions, and tokens, behind the
/// service's own JSON protocol on 127.0.0.1.
///
/// Signatures of administrators' calls are asked for but not checked. Nothing outlives the process.
package actor UserPool {
    /// The pool's settings.
    package nonisolated let settings: PoolSettings
    /// The functions that it calls.
    private(set) var triggers: TriggerFunctions
    /// The same functions, each able to fail.
    private var faulty: [PoolTrigger: FaultyFunction]
    /// What passwords must be like now.
    private(set) var passwordPolicy: PasswordPolicy
    let mailBox: any MailBox
    nonisolated let observer: (any PoolObserver)?
    /// The time, in seconds since 1970.
    nonisolated let now: @Sendable () -> Int64
    nonisolated let seal: SessionSeal
    /// Makes up what unknown users would have.
    nonisolated let decoyKey: [UInt8]

    var users: UserDirectory
    var spentSessions = SpentSessions()
    var grants = RefreshGrants()
    var codes = ConfirmationCodes()
    private var server: LoopbackHTTPServer?
    private var endpoint: String?
    private var tokenIssuer: TokenIssuer?

    /// A pool without accounts.
    ///
    /// - Parameters:
    ///   - observer: is told of every call and of every attempt to call a trigger's function.
    ///   - now: the time, in seconds since 1970.
    /// - Throws: `UserPoolError.noKeys`.
    package init(
        _ settings: PoolSettings, triggers: TriggerFunctions = TriggerFunctions(),
        mailBox: any MailBox, observer: (any PoolObserver)? = nil,
        now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }
    ) throws(UserPoolError) {
        do throws(CryptoError) {
            seal = SessionSeal(key: try SecureRandom.bytes(AES256GCM.keyLength), settings: settings)
            decoyKey = try SecureRandom.bytes(32)
        } catch {
            throw .noKeys("\(error)")
        }
        self.settings = settings
        passwordPolicy = settings.passwordPolicy
        (self.triggers, faulty) = triggers.ableToFail
        self.mailBox = mailBox
        self.observer = observer
        self.now = now
        users = UserDirectory(settings)
    }

    /// Starts serving; returns the endpoint, without a slash at its end.
    ///
    /// - Throws: `UserPoolError.notServed`.
    package func start() async throws(UserPoolError) -> String {
        let server: LoopbackHTTPServer
        do throws(LoopbackServerError) {
            server = try await LoopbackHTTPServer { [self] in await respond(to: $0) }
        } catch { throw .notServed(error) }
        self.server = server
        endpoint = "http://127.0.0.1:\(server.port)"
        return address
    }

    /// Says where the pool is served from, by whoever hands it requests; the issuer of its tokens follows from it.
    ///
    /// - Parameter endpoint: scheme, host and port, without a slash at the end, such as `http://localhost:8377`.
    package func mount(at endpoint: String) { self.endpoint = endpoint }

    /// Stops serving. The triggers' functions are whoever's gave them.
    package func stop() async { await server.take()?.stop() }

    /// Calls other functions from now on; those that call the pool back can be made only once its address is known.
    package func use(_ triggers: TriggerFunctions) { (self.triggers, faulty) = triggers.ableToFail }

    /// Lets a trigger's function fail in this way for so many of its next events, each attempt counting as one.
    ///
    /// - Throws: `UserPoolError.noFunction`.
    package func ask(for fault: FaultyFunction.Fault, of trigger: PoolTrigger, times: Int) async throws(UserPoolError) {
        guard let function = faulty[trigger] else {
            throw .noFunction(trigger)
        }
        await function.ask(for: fault, times: times)
    }

    /// Asks for other passwords from now on; those that users have stay good.
    package func use(_ policy: PasswordPolicy) { passwordPolicy = policy }

    /// Hands all accounts as they are now to whoever keeps them: in the pool's own turn, so that no older state comes
    /// later.
    package func keepAccounts<Failure>(_ keep: ([PoolUser]) throws(Failure) -> Void) throws(Failure) {
        try keep(users.all)
    }

    /// The account of a name or an address; nil when there is none.
    package func user(_ name: String) -> PoolUser? { users.user(name) }

    /// Adds an account, or puts it in the place of the one with its name, as no call of the service could.
    package func store(_ user: PoolUser) { users.store(user) }

    /// The issuer of the pool's tokens.
    package var issuerURL: String {
        settings.issuer ?? "\(address)/\(settings.id)"
    }

    /// Makes what the first sign-in would have to wait for: the keys of tokens.
    ///
    /// - Throws: `PoolError` when there are no keys to be had.
    package func warmUp() throws(PoolError) { _ = try issuer() }

    /// What makes the pool's tokens. Its keys take a while to find, so they are made when they are first needed.
    func issuer() throws(PoolError) -> TokenIssuer {
        if let tokenIssuer { return tokenIssuer }
        guard let issuer = try? TokenIssuer() else { throw PoolError(.internalError, "There are no keys for tokens.") }
        tokenIssuer = issuer
        return issuer
    }

    /// Where the endpoint is.
    var address: String { endpoint ?? "http://127.0.0.1" }

    /// Calls a trigger's function; what its reply means is the caller's to say.
    func call(_ call: TriggerCall) async throws(PoolError) -> [UInt8] {
        try await triggers.call(call, attempts: settings.openPoints.attemptsOnTimeout, observer: observer)
    }

    /// Calls a trigger whose reply decides nothing but whether to go on, if the pool has a function for it.
    func notify(_ call: TriggerCall) async throws(PoolError) {
        guard triggers.functions[call.trigger] != nil else { return }
        _ = try TriggerReply(try await self.call(call), to: call, settings.openPoints)
    }

    /// A new identifier.
    nonisolated func newID() -> String { UUID().uuidString.lowercased() }
}

internal import Foundation
internal import JOSE
internal import LoopbackServer
internal import LoopbackSockets
internal import OpenSSLCrypto

/// A local Cognito user pool: accounts, custom authentication through real trigger functions, and tokens, behind the
/// service's own JSON protocol on 127.0.0.1.
///
/// Administrators' calls must carry a signature, but the pool does not check it. All state ends with the process.
package actor UserPool {
    /// The pool's settings.
    package nonisolated let settings: PoolSettings
    /// The functions that the pool calls.
    private(set) var triggers: TriggerFunctions
    /// The rules for new passwords.
    private(set) var passwordPolicy: PasswordPolicy
    /// The app clients.
    var clients: [AppClient]
    let mailBox: any MailBox
    nonisolated let observer: (any PoolObserver)?
    /// The time, in seconds since 1970.
    nonisolated let now: @Sendable () -> Int64
    nonisolated let seal: SessionSeal
    /// The key that the made-up values of unknown users are derived from.
    nonisolated let decoyKey: [UInt8]
    nonisolated let pages: ListPages
    /// When the pool was created, in seconds since 1970.
    nonisolated let createdAt: Int64

    var users: UserDirectory
    var spentSessions = SpentSessions()
    var grants = RefreshGrants()
    var codes = ConfirmationCodes()
    private var server: LoopbackHTTPServer?
    private var endpoint: String?

    /// A pool without accounts.
    ///
    /// - Parameters:
    ///   - sessionKey: the key that seals sessions, 32 bytes, for pools that take each other's; nil for a random one.
    ///   - observer: learns of every call, and of every attempt to call a trigger's function.
    ///   - now: the time, in seconds since 1970.
    /// - Throws: `UserPoolError.noKeys`.
    package init(
        _ settings: PoolSettings, triggers: TriggerFunctions = TriggerFunctions(), sessionKey: [UInt8]? = nil,
        mailBox: any MailBox, observer: (any PoolObserver)? = nil,
        now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }
    ) throws(UserPoolError) {
        do throws(CryptoError) {
            var key = sessionKey ?? []
            if sessionKey == nil { key = try SecureRandom.bytes(AES256GCM.keyLength) }
            seal = SessionSeal(key: key, settings: settings)
            decoyKey = try SecureRandom.bytes(32)
            pages = ListPages(key: try SecureRandom.bytes(32))
        } catch {
            throw .noKeys("\(error)")
        }
        self.settings = settings
        passwordPolicy = settings.passwordPolicy
        clients = settings.clients
        self.triggers = triggers
        self.mailBox = mailBox
        self.observer = observer
        self.now = now
        createdAt = now()
        users = UserDirectory(settings)
    }

    /// Starts serving; returns the endpoint, without a slash at its end.
    ///
    /// - Throws: `UserPoolError.notServed`.
    package func start() throws(UserPoolError) -> String {
        let server: LoopbackHTTPServer
        do throws(SystemCallError) { server = try LoopbackHTTPServer() } catch { throw .notServed(error) }
        self.server = server
        endpoint = "http://\(server.endpoint)"
        server.start { [self] in await respond(to: $0) }
        return address
    }

    /// Sets the address of another server that hands the pool its requests. The issuer of tokens follows from it.
    ///
    /// - Parameter endpoint: scheme, host and port, without a slash at the end, such as `http://localhost:8377`.
    package func mount(at endpoint: String) { self.endpoint = endpoint }

    /// Stops serving. The triggers' functions keep running: they belong to the caller.
    package func stop() { server.take()?.stop() }

    /// Replaces the triggers' functions. A function that calls the pool back can be created only once the address of
    /// the pool is known.
    package func use(_ triggers: TriggerFunctions) { self.triggers = triggers }

    /// Replaces the rules for new passwords. The passwords that users have stay valid.
    package func use(_ policy: PasswordPolicy) { passwordPolicy = policy }

    /// Saves all accounts as they are now. This runs on the pool's own actor, so that an older state never overwrites a
    /// newer one.
    package func saveAccounts<Failure>(with save: ([PoolUser]) throws(Failure) -> Void) throws(Failure) {
        try save(users.all)
    }

    /// The account with this name or address; nil if there is none.
    package func user(_ name: String) -> PoolUser? { users.user(name) }

    /// Adds an account, or replaces the one with its name. No call of the service can do this.
    package func store(_ user: PoolUser) { users.store(user) }

    /// The endpoint's address, without a slash at its end.
    var address: String { endpoint ?? "http://127.0.0.1" }

    /// Calls a trigger's function. The caller interprets the reply.
    func call(_ call: TriggerCall) async throws(PoolError) -> [UInt8] {
        try await triggers.call(call, attempts: settings.undocumentedBehaviour.attemptsOnTimeout, observer: observer)
    }

    /// Calls a trigger, if the pool has a function for it. A failure of the trigger stops the operation, but a reply
    /// changes nothing.
    func notify(_ call: TriggerCall) async throws(PoolError) {
        guard triggers.functions[call.trigger] != nil else { return }
        _ = try TriggerReply(try await self.call(call), to: call, behaviour: settings.undocumentedBehaviour)
    }

    /// A new identifier.
    nonisolated func newID() -> String { UUID().uuidString.lowercased() }

    /// A new user's `sub`.
    nonisolated func newSubject() throws(PoolError) -> String {
        do { return PoolSubject.text(try SecureRandom.bytes(16)) } catch {
            throw PoolError(.internalError, "There are no random bytes.")
        }
    }
}

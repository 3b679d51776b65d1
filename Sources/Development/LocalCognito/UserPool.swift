internal import Essentials
internal import JOSE
package import OpenSSLCrypto

/// A local Cognito user pool: accounts, custom authentication through real trigger functions, and tokens, behind the
/// service's own JSON protocol. A server hands it the requests (`respond(to:)`).
///
/// Administrators' calls must carry a signature, but the pool does not check it. All state ends with the process.
package actor UserPool {
    /// The pool's settings.
    package nonisolated let settings: PoolSettings
    /// The functions that the pool calls.
    package private(set) var triggers: TriggerFunctions
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
    /// When the pool was created, in seconds since 1970.
    nonisolated let createdAt: Int64

    var users: UserDirectory
    var spentSessions = SpentSessions()
    var grants = RefreshGrants()
    var codes = ConfirmationCodes()
    /// The endpoint's address, without a slash at its end.
    package private(set) var address = "http://127.0.0.1"

    /// A pool without accounts.
    ///
    /// - Parameters:
    ///   - observer: learns of every call, and of every attempt to call a trigger's function.
    ///   - now: the time, in seconds since 1970.
    /// - Throws: `CryptoError` if its keys cannot be generated.
    package init(
        _ settings: PoolSettings, triggers: TriggerFunctions = TriggerFunctions(), mailBox: any MailBox,
        observer: (any PoolObserver)? = nil,
        now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }
    ) throws(CryptoError) {
        seal = SessionSeal(key: try SecureRandom.bytes(AES256GCM.keyLength), settings: settings)
        decoyKey = try SecureRandom.bytes(32)
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

    /// Sets the address of the server that hands the pool its requests. The issuer of tokens follows from it.
    ///
    /// - Parameter endpoint: scheme, host and port, without a slash at the end, such as `http://localhost:8377`.
    package func mount(at endpoint: String) { address = endpoint }

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

    /// Calls a trigger's function. The caller interprets the reply.
    func call(_ call: TriggerCall) async throws(PoolError) -> [UInt8] {
        try await triggers.call(call, observer: observer)
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

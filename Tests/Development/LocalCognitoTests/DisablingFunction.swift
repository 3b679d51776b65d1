import JSON
import LocalCognito
import RuntimeAPIHost
import Synchronization

/// A function that disables the account of its event, as an administrator could do while a trigger runs.
final class DisablingFunction: TriggerFunction {
    private let pool = Mutex<UserPool?>(nil)

    func use(_ pool: UserPool) { self.pool.withLock { $0 = pool } }

    func invoke(_ event: [UInt8], requestID: String) async throws(BootstrapError) -> InvocationResult {
        if let pool = pool.withLock({ $0 }), let name = try? JSONValue(parsing: event)["userName"]?.string,
            var user = await pool.user(name)
        {
            user.isEnabled = false
            await pool.store(user)
        }
        return .reply(event)
    }
}

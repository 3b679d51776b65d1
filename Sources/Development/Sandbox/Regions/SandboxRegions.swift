internal import LocalCognito
internal import StandIns

/// Two sandboxes in place of two Regions. Each has functions, a state table and a pool of its own. The pools have one
/// id, and take each other's sessions. The table of users is a global table, in which each Region gets late what the
/// other one has written.
package struct SandboxRegions: Sendable {
    /// One of the Regions.
    package struct Region: Sendable {
        /// Its name, such as `eu-west-1`.
        package let name: String
        /// Its sandbox.
        package let stack: SandboxStack
        /// The address of everything in it.
        package let url: String
        /// The settings of its sandbox.
        package let settings: StackSettings
    }

    /// The Region of the first pool.
    package let first: Region
    /// The Region of the replica.
    package let second: Region
    private let users: GlobalTable

    /// Starts both.
    /// - Parameters:
    ///   - names: the names of the Regions.
    ///   - delay: how long an item of the table of users takes to the other Region.
    /// - Throws: `SandboxError` if one of them does not start.
    package static func start(
        _ settings: StackSettings, names: (first: String, second: String), delay: Duration
    ) async throws(SandboxError) -> SandboxRegions {
        var settings = settings
        settings.pool.issuer = .updated
        settings.sessionKey = [UInt8](repeating: 7, count: 32)
        func region(_ name: String, _ origins: [String]) async throws(SandboxError) -> Region {
            var own = settings
            own.origins = origins
            own.functionVariables.merge(["AWS_REGION": name, "SEVERAL_REGIONS": "true"]) { $1 }
            let stack = try SandboxStack(own)
            return Region(name: name, stack: stack, url: try await stack.start(), settings: own)
        }
        let first = try await region(names.first, [])
        let second: Region
        // The app's page is the same, whichever Region answers it.
        do throws(SandboxError) { second = try await region(names.second, [first.url]) } catch {
            await first.stack.stop()
            throw error
        }
        let tables = [first, second].map { $0.stack.aws.table }
        return SandboxRegions(
            first: first, second: second,
            users: GlobalTable(StackSettings.usersTableName, in: tables, delay: delay))
    }

    /// Ends both.
    package func stop() async {
        await first.stack.stop()
        await second.stack.stop()
    }

    /// Lets time pass for what is under way between the Regions.
    package func advance(by duration: Duration) { users.advance(by: duration) }

    /// Delivers what is under way, except what the passkeys themselves are.
    package func deliverAllButPasskeys() {
        users.deliver { item in
            guard case .string(let key) = item?["sk"] else { return true }
            return !key.hasPrefix("passkey#")
        }
    }

    /// Copies an account to the replica, as Cognito does.
    package func copyAccount(_ name: String) async {
        guard let account = await first.stack.pool.user(name) else { return }
        await second.stack.pool.store(account)
    }
}

internal import CLibrary
internal import Essentials
internal import JSON
internal import LocalCognito
internal import StandIns
internal import Synchronization

/// The file with the pool's accounts. It lets a passkey find its user after the sandbox has restarted. Sessions and
/// tokens are not stored.
final class AccountFile: Sendable {
    /// The accounts that were in the file at the start.
    let initialAccounts: [PoolUser]
    private let path: String
    private let written = Mutex<[UInt8]>([])

    /// The file beside the one that keeps the tables.
    ///
    /// - Throws: `SandboxError.stateNotKept` if the file cannot be used. It is then left unchanged.
    init(beside path: String) throws(SandboxError) {
        self.path = path + ".accounts"
        let folder = URL(filePath: path).deletingLastPathComponent().path
        // Checked now, so that the error does not appear only when the first user signs up.
        guard FileManager.default.isWritableFile(atPath: folder) else {
            throw .stateNotKept(path: path, reason: "its folder does not exist or is not writable")
        }
        do throws(StateFileError) {
            guard let bytes = try StateFile.read(self.path) else {
                initialAccounts = []
                return
            }
            guard let accounts = Self.accounts(in: bytes) else { throw .notAState(path: self.path) }
            initialAccounts = accounts
        } catch { throw SandboxError(error) }
    }

    /// Writes the accounts to the file, unless they have not changed since the last time.
    ///
    /// - Throws: `SandboxError.stateNotKept`.
    func save(_ accounts: [PoolUser]) throws(SandboxError) {
        let bytes = JSONWriter.object { $0.member("accounts", array: accounts.map(\.stateJSON)) }
        do throws(StateFileError) {
            try written.withLock { written throws(StateFileError) in
                guard bytes != written else { return }
                try StateFile.replace(path, with: bytes)
                written = bytes
            }
        } catch { throw SandboxError(error) }
    }

    private static func accounts(in bytes: [UInt8]) -> [PoolUser]? {
        guard let list = (try? JSONValue(parsing: bytes))?["accounts"], list.kind == .array else { return nil }
        let accounts = list.elements.compactMap(PoolUser.init(state:))
        return accounts.count == list.elements.count ? accounts : nil
    }
}

extension PoolUser {
    fileprivate var stateJSON: [UInt8] {
        JSONWriter.object { user in
            user.member("username", username)
            user.member("attributes", attributes)
            user.member("status", status.rawValue)
            user.member("isEnabled", isEnabled)
            if let password {
                user.member("salt", Data(password.salt).base64EncodedString())
                user.member("verifier", Data(password.verifier).base64EncodedString())
            }
            user.member("createdAt", createdAt)
            user.member("modifiedAt", modifiedAt)
            user.member("pendingAttributes", pendingAttributes)
        }
    }

    fileprivate init?(state: JSONValue) {
        guard let username = state["username"]?.string, let attributes = state["attributes"],
            attributes.kind == .object,
            let status = state["status"]?.string.flatMap(Status.init(rawValue:)),
            let isEnabled = state["isEnabled"]?.bool, let createdAt = state["createdAt"]?.integer,
            let modifiedAt = state["modifiedAt"]?.integer, let pending = state["pendingAttributes"]
        else { return nil }
        self.init(username: username, attributes: Self.attributes(attributes), status: status, at: createdAt)
        self.isEnabled = isEnabled
        self.modifiedAt = modifiedAt
        pendingAttributes = Self.attributes(pending)
        guard let salt = state["salt"]?.string, let verifier = state["verifier"]?.string else { return }
        guard let salt = Data(base64Encoded: salt), let verifier = Data(base64Encoded: verifier) else { return nil }
        password = PasswordVerifier(salt: [UInt8](salt), verifier: [UInt8](verifier))
    }

    private static func attributes(_ json: JSONValue) -> UserAttributes {
        UserAttributes(json.members.compactMap { member in member.value.string.map { (member.name, $0) } })
    }
}

extension SandboxError {
    /// The error for a state file that cannot be used.
    init(_ error: StateFileError) {
        func message(_ number: Int32) -> String { unsafe String(cString: strerror(number)) }
        switch error {
        case .unreadable(let path, let number), .unwritable(let path, let number):
            self = .stateNotKept(path: path, reason: message(number))
        case .notAState(let path):
            self = .stateNotKept(path: path, reason: "this is not a state file of the sandbox; it is left unchanged")
        }
    }
}

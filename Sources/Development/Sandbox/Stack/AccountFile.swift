internal import Authenticator
internal import Foundation
internal import JSON
internal import LocalCognito
internal import Synchronization

/// The file that keeps the pool's accounts, so that a passkey that outlives the sandbox still finds its user. Sessions
/// and tokens are not kept.
final class AccountFile: Sendable {
    /// The accounts that were in the file.
    let kept: [PoolUser]
    private let path: String
    private let written = Mutex<[UInt8]>([])

    /// The file beside that of the authenticator.
    ///
    /// - Throws: `SandboxError.stateNotKept` for a file that cannot be used. It is left as it is.
    init(beside path: String) throws(SandboxError) {
        self.path = path + ".accounts"
        let folder = URL(filePath: path).deletingLastPathComponent().path
        // Said now, and not when the first user signs up.
        guard FileManager.default.isWritableFile(atPath: folder) else {
            throw .stateNotKept(path: path, reason: "its folder is not there, or cannot be written to")
        }
        do throws(StorageError) {
            guard let bytes = try StateFile.read(self.path) else {
                kept = []
                return
            }
            guard let accounts = Self.accounts(in: bytes) else { throw .notAState(path: self.path) }
            kept = accounts
        } catch { throw SandboxError(error) }
    }

    /// Keeps the accounts, unless they are what was last kept.
    ///
    /// - Throws: `SandboxError.stateNotKept`.
    func keep(_ accounts: [PoolUser]) throws(SandboxError) {
        let bytes = JSONWriter.object { $0.member("accounts", array: accounts.map(\.stateJSON)) }
        do throws(StorageError) {
            try written.withLock { written throws(StorageError) in
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
    /// A file that cannot be used.
    init(_ error: StorageError) {
        func words(_ number: Int32) -> String { unsafe String(cString: strerror(number)) }
        switch error {
        case .unreadable(let path, let number), .unwritable(let path, let number):
            self = .stateNotKept(path: path, reason: words(number))
        case .notAState(let path):
            self = .stateNotKept(path: path, reason: "this is no file of the sandbox's; it is left as it is")
        }
    }
}

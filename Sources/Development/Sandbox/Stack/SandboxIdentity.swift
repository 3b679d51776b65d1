internal import Essentials
internal import JSON
internal import LocalCognito
internal import StandIns

/// What is a sandbox's own: its user pool's id, and the key of the digests in its audit log (`AUDIT_KEY`).
///
/// All sandboxes have the relying party `localhost`. Passkeys name the pool that they are of, so a sandbox leaves those
/// of others alone only if no two have the same pool.
package struct SandboxIdentity: Equatable, Sendable {
    /// The part of the pool's id after the underscore: nine letters and digits, as in Cognito's ids.
    let poolName: String
    /// 32 random bytes as text.
    let auditKey: String

    /// A new identity.
    package static func new() -> SandboxIdentity {
        let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
        let key = Data((0..<32).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()
        return SandboxIdentity(
            poolName: String((0..<9).map { _ in characters.randomElement() ?? "A" }), auditKey: key)
    }

    /// The identity in a file, which is made if there is none: apps keep their settings, and users their digests.
    ///
    /// - Throws: `SandboxError.stateNotKept` if the file cannot be used. It is then left unchanged.
    static func kept(in path: String) throws(SandboxError) -> SandboxIdentity {
        do throws(StateFileError) {
            if let bytes = try StateFile.read(path) {
                let json = try? JSONValue(parsing: bytes)
                guard let name = json?["pool"]?.string, name.wholeMatch(of: /[A-Za-z0-9]{9}/) != nil,
                    let key = json?["auditKey"]?.string, key.utf8.count >= 32
                else { throw .notAState(path: path) }
                return SandboxIdentity(poolName: name, auditKey: key)
            }
            let identity = new()
            try StateFile.replace(
                path,
                with: JSONWriter.object { file in
                    file.member("pool", identity.poolName)
                    file.member("auditKey", identity.auditKey)
                })
            return identity
        } catch { throw SandboxError(error) }
    }

    /// The file of the sandbox at a port of this machine; nil if the folder cannot be written.
    package static func file(ofPort port: UInt16, in folder: String) -> String? {
        let hasFolder =
            (try? FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])) != nil
        guard hasFolder, FileManager.default.isWritableFile(atPath: folder) else { return nil }
        return "\(folder)/sandbox-\(port).identity"
    }
}

extension StackSettings {
    /// Takes over an identity.
    package mutating func use(_ identity: SandboxIdentity) {
        (pool.shortID, auditKey) = (identity.poolName, identity.auditKey)
    }
}

internal import Foundation
internal import JSON
internal import StandIns

/// The key of the digests in the sandbox's audit log (`AUDIT_KEY`).
enum AuditKey {
    /// A new key: 32 random bytes as text.
    static func new() -> String { Data((0..<32).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString() }

    /// The key in the file beside the one that keeps the tables. Makes both if there is none, so that the lines of a
    /// user have the same digest after a restart.
    ///
    /// - Throws: `SandboxError.stateNotKept` if the file cannot be used. It is then left unchanged.
    static func kept(beside path: String) throws(SandboxError) -> String {
        let path = path + ".audit"
        do throws(StateFileError) {
            if let bytes = try StateFile.read(path) {
                guard let key = (try? JSONValue(parsing: bytes))?["key"]?.string, key.utf8.count >= 32 else {
                    throw .notAState(path: path)
                }
                return key
            }
            let key = new()
            try StateFile.replace(path, with: JSONWriter.object { $0.member("key", key) })
            return key
        } catch { throw SandboxError(error) }
    }
}

package import Foundation
internal import Synchronization

/// Third-party test data, which stays outside the repository: in `../shared/vectors` beside the checkout, or in the
/// folder that `SHARED_VECTORS` names. Tests that need it are skipped with a printed reason if it is absent.
package enum Vectors {
    /// The folder that holds the data; nil if there is none.
    package static let folder: URL? = {
        let named = ProcessInfo.processInfo.environment["SHARED_VECTORS"].map { URL(filePath: $0) }
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let folder = named ?? package.appending(path: "../shared/vectors").standardizedFileURL
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    /// The paths whose absence has been printed.
    private static let reported = Mutex<Set<String>>([])

    /// Whether that file or folder of the data is there; prints why a test is skipped if it is not.
    package static func has(_ path: String) -> Bool {
        if let folder, FileManager.default.fileExists(atPath: folder.appending(path: path).path) { return true }
        let isNew = reported.withLock { $0.insert(path).inserted }
        if isNew {
            print("skipped: no third-party test data at shared/vectors/\(path) (see SHARED_VECTORS in CONTRIBUTING.md)")
        }
        return false
    }

    /// The bytes of a file of the data.
    package static func bytes(_ path: String) throws -> [UInt8] {
        guard let folder else { throw CocoaError(.fileNoSuchFile) }
        return [UInt8](try Data(contentsOf: folder.appending(path: path)))
    }

    /// The paths of the files in a folder of the data, sorted.
    package static func files(in path: String) -> [String] {
        guard let folder else { return [] }
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path)
        return (names ?? []).sorted().map { path + "/" + $0 }
    }
}

private import Foundation

/// The sample events of the repository, and third-party test data where it is present.
enum SampleFiles {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../..")
        .standardizedFileURL

    /// The files below a folder of `events/`.
    static func events(_ folder: String) -> [[UInt8]] { files(root.appending(path: "events/\(folder)")) }

    /// The files below a folder of the third-party data: in `../shared/vectors`, or where `SHARED_VECTORS` says.
    static func vectors(_ folder: String) -> [[UInt8]] {
        let named = ProcessInfo.processInfo.environment["SHARED_VECTORS"].map { URL(filePath: $0) }
        return files((named ?? root.appending(path: "../shared/vectors")).appending(path: folder))
    }

    private static func files(_ folder: URL) -> [[UInt8]] {
        let paths = (FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []).compactMap { $0 as? String }
        return paths.sorted().compactMap { path in
            (try? Data(contentsOf: folder.appending(path: path))).map { [UInt8]($0) }
        }
    }
}

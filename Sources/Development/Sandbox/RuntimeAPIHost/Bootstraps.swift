internal import Foundation

/// Where the functions' executables are.
struct Bootstraps {
    /// The folder of most of them.
    let folder: String
    /// Executables in the place of some, by the function's name.
    var replaced: [String: String] = [:]

    /// The executable of a function: `FOLDER/Function/bootstrap`, `FOLDER/Function`, or what replaces it.
    ///
    /// - Throws: `SandboxError.bootstrapMissing`.
    func path(of function: String) throws(SandboxError) -> String {
        let candidates =
            replaced[function].map { [$0] } ?? ["\(folder)/\(function)/bootstrap", "\(folder)/\(function)"]
        guard let path = candidates.first(where: Self.isExecutable) else {
            throw .bootstrapMissing(function: function, folder: replaced[function] ?? folder)
        }
        return path
    }

    private static func isExecutable(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
            && FileManager.default.isExecutableFile(atPath: path)
    }
}

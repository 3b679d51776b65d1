internal import Essentials

/// Finds the functions' executables.
package struct Bootstraps {
    /// The folder that contains the executables.
    package let folder: String
    /// Executables that replace those of the folder, by the function's name.
    package let replaced: [String: String]

    /// The executables of a folder, some of them replaced.
    package init(folder: String, replaced: [String: String] = [:]) {
        self.folder = folder
        self.replaced = replaced
    }

    /// The executable of a function: `FOLDER/Function/bootstrap`, `FOLDER/Function`, or what replaces it.
    ///
    /// - Throws: `BootstrapError.missing`.
    package func path(of function: String) throws(BootstrapError) -> String {
        let candidates =
            replaced[function].map { [$0] } ?? ["\(folder)/\(function)/bootstrap", "\(folder)/\(function)"]
        guard let path = candidates.first(where: Self.isExecutable) else {
            throw .missing(function: function, folder: replaced[function] ?? folder)
        }
        return path
    }

    private static func isExecutable(_ path: String) -> Bool {
        // A folder is executable, too.
        FileManager.default.isExecutableFile(atPath: path) && !FileManager.default.fileExists(atPath: path + "/.")
    }
}

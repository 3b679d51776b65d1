package import Foundation
internal import TestSupport

/// Shell scripts in a folder of their own, which goes with the value.
package final class ScriptFolder {
    /// Where they are.
    package let folder = FileManager.default.temporaryDirectory.appending(path: "sandbox-tests-" + UUID().uuidString)

    /// An empty folder.
    package init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The path of a new executable script.
    ///
    /// Another program writes it: a file that this one writes may for a moment be open in a child that a test beside
    /// this one is starting, and what is open for writing cannot be executed.
    package func script(_ text: String, mode: Int = 0o755, named name: String = UUID().uuidString) throws -> String {
        let (draft, file) = (folder.appending(path: UUID().uuidString), folder.appending(path: name))
        try Data(("#!/bin/sh\n" + text + "\n").utf8).write(to: draft)
        try ChildProcess(URL(filePath: "/bin/cp"), [draft.path, file.path]).wait()
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        return file.path
    }
}

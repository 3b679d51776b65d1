package import Foundation
internal import Processes

/// A program that a test starts, watches and ends. It is killed with the last reference, by its own process id.
package final class ChildProcess {
    /// How a program ended.
    package enum Exit: Equatable, Sendable {
        /// With an exit status.
        case status(Int32)
        /// Through a signal.
        case signal(Int32)
    }

    private let id: pid_t
    private let folder: URL
    private var exit: Exit?

    /// Starts a program with these arguments, and with these environment variables and no others.
    /// - Throws: `SpawnError` or an error of Foundation if it cannot be started.
    package init(_ executable: URL, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "child-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        let (output, errors) = (try Self.file(folder, "output"), try Self.file(folder, "errors"))
        id = try withExtendedLifetime((output, errors)) {
            try Spawn.start(
                executable.path, arguments, environment: environment, output: output.fileDescriptor,
                errors: errors.fileDescriptor)
        }
    }

    private static func file(_ folder: URL, _ name: String) throws -> FileHandle {
        let file = folder.appending(path: name)
        try Data().write(to: file)
        return try FileHandle(forWritingTo: file)
    }

    deinit {
        send(SIGKILL)
        wait()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Sends a signal, unless the program is known to have ended.
    package func send(_ signal: Int32) {
        if isRunning { kill(id, signal) }
    }

    /// Whether the program still runs.
    package var isRunning: Bool {
        guard exit == nil else { return false }
        var status: Int32 = 0
        guard unsafe waitpid(id, &status, WNOHANG) == id else { return true }
        let signal = status & 0x7F
        exit = signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
        return false
    }

    /// Waits for the end; nil if the program still runs after that many seconds.
    @discardableResult
    package func wait(seconds: Double = 120) -> Exit? {
        waitUntil(seconds: seconds) { !isRunning }
        return exit
    }

    /// What the program has written to its standard output so far, in lines.
    package var output: [String] { lines("output") }

    /// What the program has written to its standard error so far, in lines.
    package var errors: [String] { lines("errors") }

    private func lines(_ name: String) -> [String] {
        let data = (try? Data(contentsOf: folder.appending(path: name))) ?? Data()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

extension ChildProcess {
    /// A program of this package, found beside the running tests in the folder of the build.
    /// - Throws: `CocoaError.fileNoSuchFile` if it has not been built.
    package static func builtExecutable(_ name: String) throws -> URL {
        for argument in CommandLine.arguments {
            // The tests run as `<build folder>/<package>PackageTests.xctest`, on macOS a bundle with a path below that.
            guard let bundle = argument.range(of: ".xctest") else { continue }
            let executable = URL(filePath: String(argument[..<bundle.upperBound]))
                .deletingLastPathComponent().appending(path: name)
            if FileManager.default.isExecutableFile(atPath: executable.path) { return executable }
        }
        throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: name])
    }
}

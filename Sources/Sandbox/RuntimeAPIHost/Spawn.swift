internal import Foundation
internal import Synchronization

/// Starting programs that have nothing of this process: no open files, no blocked or ignored signals, no environment
/// but the given one.
///
/// Foundation's `Process` hands on the signals that its thread blocks, and threads of a pool block SIGTERM.
enum Spawn {
    /// A program that has been started.
    struct Child {
        let processID: pid_t
        /// Where its standard output and standard error can be read.
        let output: FileHandle
    }

    /// Held while a pipe exists that a program started by another thread could inherit.
    private static let inheritance = Mutex(())

    /// Starts a program without arguments.
    ///
    /// - Throws: `SandboxError.bootstrapNotStarted`.
    static func child(_ path: String, environment: [String: String]) throws(SandboxError) -> Child {
        let result = inheritance.withLock { _ in
            Result { () throws(SandboxError) in try start(path, environment: environment) }
        }
        return try result.get()
    }

    /// Marks every open file but the first three as one to close in a new program: FlyingFox's sockets are not, and one
    /// that lives on in a child keeps its connection open.
    private static func keepOpenFiles() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? [] {
            if let file = Int32(name), file > STDERR_FILENO { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
        }
    }

    private static func start(_ path: String, environment: [String: String]) throws(SandboxError) -> Child {
        let output = Pipe()
        keepOpenFiles()
        #if canImport(Darwin)
        var (actions, attributes) = unsafe (nil as posix_spawn_file_actions_t?, nil as posix_spawnattr_t?)
        #else
        var (actions, attributes) = unsafe (posix_spawn_file_actions_t(), posix_spawnattr_t())
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        let writing = output.fileHandleForWriting.fileDescriptor
        unsafe posix_spawn_file_actions_adddup2(&actions, writing, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, writing, STDERR_FILENO)

        var (none, all) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var words = unsafe [strdup(path), nil]
        var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe (words + variables).forEach { unsafe free($0) } }
        var processID: pid_t = 0
        let code = unsafe posix_spawn(&processID, path, &actions, &attributes, &words, &variables)
        // The output ends when nobody can write to it any more.
        try? output.fileHandleForWriting.close()
        guard code == 0 else {
            throw .bootstrapNotStarted(path: path, reason: unsafe String(cString: strerror(code)))
        }
        return Child(processID: processID, output: output.fileHandleForReading)
    }
}

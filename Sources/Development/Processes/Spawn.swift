private import CLibrary
private import Synchronization

/// Starts programs that inherit nothing from this process: no open files, no blocked or ignored signals, and only the
/// given environment.
///
/// Foundation's `Process` is not used for two reasons. A program inherits the signals that the starting thread blocks,
/// and threads of a pool block SIGTERM. And it notices the end of a program late if others are started meanwhile.
package enum Spawn {
    /// Held while a program is started, and while a file is opened whose closing somebody waits for. Otherwise the
    /// program could inherit that file and keep it open.
    private static let inheritance = Mutex(())

    /// Runs the body while no program is being started.
    package static func whilePaused<Value: Sendable, Failure>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try inheritance.withLock { _ throws(Failure) in try body() }
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - output: the open file that becomes its standard output.
    ///   - errors: the open file that becomes its standard error.
    /// - Returns: its process identifier.
    /// - Throws: `SpawnError`.
    package static func start(
        _ path: String, _ arguments: [String], environment: [String: String], output: Int32, errors: Int32
    ) throws(SpawnError) -> Int32 {
        try whilePaused { () throws(SpawnError) in
            try launch(path, arguments, environment: environment, output: output, errors: errors)
        }
    }

    /// Starts a program without arguments whose standard output and standard error can be read as one stream.
    ///
    /// - Returns: its process identifier, and the open file that the caller reads from and closes.
    /// - Throws: `SpawnError`.
    package static func startReadable(
        _ path: String, environment: [String: String]
    ) throws(SpawnError) -> (processID: Int32, output: Int32) {
        try whilePaused { () throws(SpawnError) in
            var ends: [Int32] = [-1, -1]
            guard unsafe pipe(&ends) == 0 else { throw SpawnError(code: errno) }
            // The reader sees the end of the output only when every copy of the writing end is closed.
            defer { close(ends[1]) }
            do throws(SpawnError) {
                let processID = try launch(path, [], environment: environment, output: ends[1], errors: ends[1])
                return (processID, ends[0])
            } catch {
                close(ends[0])
                throw error
            }
        }
    }

    /// Marks every open file except the first three to be closed in a new program. A socket that a child inherits
    /// keeps its connection open.
    private static func keepOpenFiles() {
        guard let folder = unsafe opendir("/dev/fd") else { return }
        defer { unsafe closedir(folder) }
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let file = Int32(name), file > STDERR_FILENO { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
        }
    }

    private static func launch(
        _ path: String, _ arguments: [String], environment: [String: String], output: Int32, errors: Int32
    ) throws(SpawnError) -> Int32 {
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
        unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)

        var (none, all) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe (words + variables).forEach { unsafe free($0) } }
        var processID: pid_t = 0
        let code = unsafe posix_spawn(&processID, path, &actions, &attributes, &words, &variables)
        guard code == 0 else { throw SpawnError(code: code) }
        return processID
    }
}

/// Why a program could not be started.
package struct SpawnError: Error, Equatable, Sendable {
    /// The reason in the system's words.
    package let reason: String

    init(code: Int32) { reason = unsafe String(cString: strerror(code)) }
}

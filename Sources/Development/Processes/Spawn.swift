private import CLibrary
private import Synchronization

/// Starting programs that have nothing of this process: no open files, no blocked or ignored signals, no environment
/// but the given one.
///
/// Not Foundation's `Process`: it hands on the signals that its thread blocks, and threads of a pool block SIGTERM; and
/// it notices the end of a program late when others are started meanwhile.
package enum Spawn {
    /// Held while a file is opened whose end somebody waits for, and while a program is started, which could inherit it.
    private static let inheritance = Mutex(())

    /// Does something while no program is started.
    package static func alone<Value: Sendable, Failure>(
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
    package static func program(
        _ path: String, _ arguments: [String], environment: [String: String], output: Int32, errors: Int32
    ) throws(SpawnError) -> Int32 {
        try alone { () throws(SpawnError) in try start(path, arguments, environment, output, errors) }
    }

    /// Starts a program without arguments whose standard output and standard error can be read as one.
    ///
    /// - Returns: its process identifier, and the open file that the caller reads from and closes.
    /// - Throws: `SpawnError`.
    package static func program(
        _ path: String, environment: [String: String]
    ) throws(SpawnError) -> (processID: Int32, output: Int32) {
        try alone { () throws(SpawnError) in
            var ends: [Int32] = [-1, -1]
            guard unsafe pipe(&ends) == 0 else { throw SpawnError(code: errno) }
            // The output ends when nobody can write to it any more.
            defer { close(ends[1]) }
            do throws(SpawnError) { return (try start(path, [], environment, ends[1], ends[1]), ends[0]) } catch {
                close(ends[0])
                throw error
            }
        }
    }

    /// Marks every open file but the first three as one to close in a new program: FlyingFox's sockets are not, and one
    /// that lives on in a child keeps its connection open.
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

    private static func start(
        _ path: String, _ arguments: [String], _ environment: [String: String], _ output: Int32, _ errors: Int32
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

/// A program cannot be started.
package struct SpawnError: Error, Equatable, Sendable {
    /// The reason in the system's words.
    package let reason: String

    init(code: Int32) { reason = unsafe String(cString: strerror(code)) }
}

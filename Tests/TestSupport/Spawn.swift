import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Starts a program with nothing of this process: no sockets, no signal actions, no environment but the given one.
/// - Returns: its process id.
func spawn(
    _ path: String, _ arguments: [String], environment: [String: String], output: String, errors: String
) throws(SystemCallError) -> pid_t {
    let actions = UnsafeMutablePointer<posix_spawn_file_actions_t>.allocate(capacity: 1)
    let attributes = UnsafeMutablePointer<posix_spawnattr_t>.allocate(capacity: 1)
    unsafe posix_spawn_file_actions_init(actions)
    unsafe posix_spawnattr_init(attributes)
    defer {
        unsafe posix_spawn_file_actions_destroy(actions)
        unsafe posix_spawnattr_destroy(attributes)
        unsafe actions.deallocate()
        unsafe attributes.deallocate()
    }
    let writing = O_WRONLY | O_CREAT | O_TRUNC
    unsafe posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(actions, 1, output, writing, 0o600)
    unsafe posix_spawn_file_actions_addopen(actions, 2, errors, writing, 0o600)

    var (none, all) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(attributes, &none)
    unsafe posix_spawnattr_setsigdefault(attributes, &all)
    unsafe posix_spawnattr_setflags(attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
    defer { unsafe (words + variables).forEach { unsafe free($0) } }
    var id: pid_t = 0
    let code = inheritance.withLock { _ in
        unsafe posix_spawn(&id, path, actions, attributes, &words, &variables)
    }
    guard code == 0 else { throw SystemCallError(call: "posix_spawn", code: code) }
    return id
}

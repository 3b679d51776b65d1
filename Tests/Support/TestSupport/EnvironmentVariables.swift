private import Foundation

/// Sets a variable of this process's environment; false when that fails. Use it only in the body of an exit test: the
/// environment belongs to all threads.
package func setEnvironmentVariable(_ name: String, _ value: String) -> Bool {
    unsafe setenv(name, value, 1) == 0
}

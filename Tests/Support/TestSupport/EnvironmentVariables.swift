private import Foundation

/// Sets a variable of this process's environment; false when that fails. For the body of an exit test alone: the
/// environment belongs to all threads.
package func setEnvironmentVariable(_ name: String, _ value: String) -> Bool {
    unsafe setenv(name, value, 1) == 0
}

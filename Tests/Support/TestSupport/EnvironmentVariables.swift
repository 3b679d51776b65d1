private import Foundation

/// Sets a variable of this process's environment; false if that fails. Use it only in the body of an exit test, because
/// all threads share the environment.
package func setEnvironmentVariable(_ name: String, _ value: String) -> Bool {
    unsafe setenv(name, value, 1) == 0
}

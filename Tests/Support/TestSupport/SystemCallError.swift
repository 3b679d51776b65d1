/// A call of the operating system that a test's own machinery needs and that failed.
package struct SystemCallError: Error {
    /// The call.
    package let call: String
    /// Its `errno`.
    package let code: Int32
}

private import CLibrary

/// The environment variable in which the X-Ray SDKs look for the trace header of the invocation.
///
/// glibc's `setenv` keeps every value it was ever given, 145 bytes for each invocation of a process's life. So the
/// variable is put into the environment with a buffer of our own, whose content changes in place.
enum TraceVariable {
    private static let name = "_X_AMZN_TRACE_ID"
    /// Several times the length of the headers X-Ray makes.
    private static let capacity = 1_024

    private nonisolated(unsafe) static let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: capacity)

    /// Hands the header on, or removes an earlier one.
    static func set(_ header: String?) {
        guard let header else {
            unsafe unsetenv(name)
            return
        }
        let assignment = "\(name)=\(header)"
        guard assignment.utf8.count < capacity else {
            unsafe setenv(name, header, 1)
            return
        }
        for (index, byte) in assignment.utf8.enumerated() { unsafe buffer[index] = CChar(bitPattern: byte) }
        unsafe buffer[assignment.utf8.count] = 0
        unsafe putenv(buffer)
    }
}

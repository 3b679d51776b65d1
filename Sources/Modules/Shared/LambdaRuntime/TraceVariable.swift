private import CLibrary

/// The environment variable in which the X-Ray SDKs look for the trace header of the invocation.
///
/// glibc's `setenv` keeps every value it was ever given, 145 bytes for each invocation of a process's life. So the
/// variable is put into the environment with a buffer of our own, whose content changes in place.
enum TraceVariable {
    private static let name = "_X_AMZN_TRACE_ID"
    /// Several times the length of the headers X-Ray makes.
    private static let capacity = 1_024

    /// `name=`, followed by the header and a NUL.
    private nonisolated(unsafe) static let buffer: UnsafeMutablePointer<CChar> = {
        let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: capacity)
        for (index, byte) in "\(name)=".utf8.enumerated() { unsafe buffer[index] = CChar(bitPattern: byte) }
        return unsafe buffer
    }()

    /// Hands the header on, or removes an earlier one.
    static func set(_ header: String?) {
        guard var header else {
            unsafe unsetenv(name)
            return
        }
        let start = name.utf8.count + 1
        let isHandedOn = header.withUTF8 { text in
            guard start + text.count < capacity else { return false }
            if let source = text.baseAddress { unsafe memcpy(buffer + start, source, text.count) }
            unsafe buffer[start + text.count] = 0
            return true
        }
        if isHandedOn {
            unsafe putenv(buffer)
        } else {
            unsafe setenv(name, header, 1)
        }
    }
}

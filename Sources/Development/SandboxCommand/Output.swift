import CLibrary

/// Standard output without a buffer, so that a pipe gets each line at once.
enum Output {
    /// Writes a line.
    static func line(_ text: String) { line(Array(text.utf8)) }

    /// Writes bytes, which need not be UTF-8, and a line feed unless they end with one.
    static func line(_ bytes: [UInt8]) {
        var rest = bytes.last == UInt8(ascii: "\n") ? bytes[...] : (bytes + [UInt8(ascii: "\n")])[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return }
            rest = rest.dropFirst(max(count, 0))
        }
    }
}

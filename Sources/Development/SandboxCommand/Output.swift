import Foundation

/// Standard output, written at once, also into a pipe.
enum Output {
    /// Writes a line.
    static func line(_ text: String) { line(Array(text.utf8)) }

    /// Writes bytes, which need not be UTF-8, and a line end.
    static func line(_ bytes: [UInt8]) {
        FileHandle.standardOutput.write(Data(bytes.last == UInt8(ascii: "\n") ? bytes : bytes + [UInt8(ascii: "\n")]))
    }
}

import Foundation

/// Standard output, written at once, also into a pipe.
enum Output {
    /// Writes a line.
    static func line(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
}

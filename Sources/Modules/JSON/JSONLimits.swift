/// The largest input that a parser accepts, so that no input can exhaust stack or memory.
package struct JSONLimits: Sendable {
    /// The longest text, in bytes.
    package var maximumBytes: Int
    /// The deepest nesting of arrays and objects.
    package var maximumDepth: Int

    /// Limits of the given size and depth.
    package init(maximumBytes: Int, maximumDepth: Int) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
    }

    /// 6,291,556 bytes, the largest event the Lambda Runtime API hands out, and 64 levels.
    package static let standard = JSONLimits(maximumBytes: 6_291_556, maximumDepth: 64)
}

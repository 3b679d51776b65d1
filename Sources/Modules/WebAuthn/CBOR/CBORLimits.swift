/// The largest input that a reader accepts, so that no input can exhaust the stack or the memory.
package struct CBORLimits: Sendable {
    /// The most bytes.
    package var maximumBytes: Int
    /// The deepest nesting of arrays and maps.
    package var maximumDepth: Int

    /// Limits of the given size and depth.
    package init(maximumBytes: Int, maximumDepth: Int) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
    }

    /// 64 KiB and five levels. CTAP2 allows four levels in a message (section 8, message encoding), and the client adds
    /// one around the statements of a compound attestation (WebAuthn section 8.9).
    package static let standard = CBORLimits(maximumBytes: 65_536, maximumDepth: 5)
}

/// What else a verifier may be told; the defaults are the strict choice.
package struct VerificationOptions: Sendable {
    /// The longest token looked at, in bytes.
    package var maximumTokenSize: Int
    /// Whether a key that has no identifier may verify a token whose header has a `kid`.
    package var usesUnnamedKeysForAnyKeyID: Bool

    /// Options; a token may be 8 KiB long and its `kid` must be known unless told otherwise.
    package init(maximumTokenSize: Int = 8192, usesUnnamedKeysForAnyKeyID: Bool = false) {
        self.maximumTokenSize = maximumTokenSize
        self.usesUnnamedKeysForAnyKeyID = usesUnnamedKeysForAnyKeyID
    }
}

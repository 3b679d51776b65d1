/// How far two clocks may be apart.
package enum ClockSkew {
    /// The most that the clocks of a token's issuer and its verifier may differ, in seconds.
    package static let maximum: Int64 = 60
}

/// How long a one-time code is valid, and how often it may be guessed.
package struct CodePolicy: Sendable {
    /// How long it is valid, in seconds.
    package var lifetime: Int64
    /// How many answers are checked. After that, no answer is right.
    package var maximumAttempts: Int

    /// A policy; by default ten minutes and five attempts.
    package init(lifetime: Int64 = 600, maximumAttempts: Int = 5) {
        self.lifetime = lifetime
        self.maximumAttempts = maximumAttempts
    }
}

/// How long a one-time code is good, and how often it may be guessed.
package struct CodePolicy: Sendable {
    /// Seconds until it ends.
    package var lifetime: Int64
    /// How many answers are judged; after that no answer is right.
    package var maximumAttempts: Int

    /// A policy; ten minutes and five attempts unless told otherwise.
    package init(lifetime: Int64 = 600, maximumAttempts: Int = 5) {
        self.lifetime = lifetime
        self.maximumAttempts = maximumAttempts
    }
}

/// What is asked when a session asks for a code.
package struct CodeRequest: Sendable {
    /// Whom the code is for.
    package let account: CodeAccount
    /// Identifies the session in which a short code will count.
    package let session: String
    /// Identifies the attempt: a request that is repeated with the same attempt gets the same code and costs nothing.
    package let attempt: String
    /// What a request and its repetitions have in common, if the caller repeats requests without saying so; nil if the
    /// attempt alone tells. Requests with the same value that arrive together share one code.
    package let repetition: String?

    /// A request with those parts.
    package init(account: CodeAccount, session: String, attempt: String, repetition: String? = nil) {
        self.account = account
        self.session = session
        self.attempt = attempt
        self.repetition = repetition
    }
}

/// What a round keeps in its private parameters. Verify judges the answer only by this record.
struct RoundRecord: Equatable {
    /// The idempotency key of the token that was handed out.
    let key: String
    /// Whom it was handed out for: a `sub`, or a phantom's.
    let subject: String
    /// Whether the round can be won.
    let isWinnable: Bool

    init(key: String, subject: String, isWinnable: Bool) {
        self.key = key
        self.subject = subject
        self.isWinnable = isWinnable
    }

    init?(_ parameters: [String: String]) {
        guard let key = parameters["key"], let subject = parameters["subject"], !key.isEmpty, !subject.isEmpty else {
            return nil
        }
        self.init(key: key, subject: subject, isWinnable: parameters["verdict"] == "open")
    }

    /// Both verdicts have the same length, because the parameters travel inside a session whose length the caller sees.
    var parameters: [String: String] { ["key": key, "subject": subject, "verdict": isWinnable ? "open" : "shut"] }
}

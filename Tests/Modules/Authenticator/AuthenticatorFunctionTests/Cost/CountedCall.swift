/// A call of a function, and what it took.
struct CountedCall {
    /// The function's name.
    let function: String
    /// The calls of tables and of Authsignal that it made.
    let tableCalls, authsignalCalls: Int
    /// The mails that it sent.
    let mails: Int
    /// Whether it takes `MINIMUM_RESPONSE_TIME` in all: it mailed a code, or asked Authsignal for a challenge.
    let waits: Bool

    // For how long calls are billed: the page's assumptions.
    static let callMilliseconds = 2.0
    static let tableCallMilliseconds = 6.0
    static let mailMilliseconds = 80.0
    static let authsignalCallMilliseconds = 100.0
    /// A whole call that waits, by the default of `MINIMUM_RESPONSE_TIME`.
    static let waitingMilliseconds = 600.0

    /// How much memory a function has, in MB, as in the template.
    static func megabytes(_ function: String) -> Int {
        ["DefineAuthChallenge", "PreSignUp"].contains(function) ? 128 : 512
    }

    /// What Lambda bills it for.
    var gigabyteSeconds: Double {
        let milliseconds =
            waits
            ? Self.waitingMilliseconds
            : Self.callMilliseconds + Double(tableCalls) * Self.tableCallMilliseconds
                + Double(mails) * Self.mailMilliseconds + Double(authsignalCalls) * Self.authsignalCallMilliseconds
        return Double(Self.megabytes(function)) / 1_024 * milliseconds / 1_000
    }
}

/// The start of a session that its caller may repeat without saying so.
///
/// Cognito calls Create again with the very same event if it gets no answer in time, and nothing tells such a call from
/// another session's. So calls that arrive while the first one is unfinished share its code and its mail. A call that
/// comes after it has finished is a session of its own.
package struct Launch: Equatable, Sendable {
    /// What a call is in a launch.
    package enum Role: Equatable, Sendable {
        /// The call is the first: it decides about the mail.
        case leads
        /// The call shares the code of the first one, which was issued at that time.
        case shares(code: String, issuedAt: Int64)
    }

    /// The id of the code.
    package let code: String
    /// When the first call began, in milliseconds since 1970.
    package let begunAt: Int64
    /// The other calls that share the code.
    package private(set) var sharers: [String]
    /// Whether the first call has finished.
    package var isFinished: Bool

    /// A launch in that state.
    package init(code: String, begunAt: Int64, sharers: [String] = [], isFinished: Bool = false) {
        self.code = code
        self.begunAt = begunAt
        self.sharers = sharers
        self.isFinished = isFinished
    }

    /// What a call is that finds this launch.
    /// - Parameters:
    ///   - code: the id of the code that the call has if it shares none. It identifies the call.
    ///   - lastUse: when a code was used last, which has ended every code before it.
    /// - Returns: nil if the call begins a launch of its own.
    package mutating func role(of code: String, after lastUse: Int64?, at now: Int64) -> Role? {
        if code == self.code { return .leads }
        if let lastUse, begunAt <= lastUse { return nil }
        let shared = Role.shares(code: self.code, issuedAt: begunAt)
        if sharers.contains(code) { return shared }
        guard !isFinished, now - begunAt < Self.longest, sharers.count + 1 < CodeRules.sessionsPerCode else {
            return nil
        }
        sharers.append(code)
        return shared
    }

    /// A launch that has not finished after this time, in milliseconds, never will: Cognito gives up on a call after
    /// the same time.
    private static let longest: Int64 = 5_000
}

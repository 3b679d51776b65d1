private import AWS
internal import LambdaRuntime

/// What is counted of codes, for users and for names that no user has alike. None of it is ever asked when a passkey
/// or any other proof is judged.
struct CodeLimits {
    private let table: StateTable

    /// Nil where the deployment has no table.
    init?(_ services: Services, _ log: Log) throws(FunctionError) {
        guard let table = try StateTable(services) else {
            log(.warn, "OTP_WITHOUT_LIMITS: nothing counts guesses and codes across sessions")
            return nil
        }
        self.table = table
    }

    /// Whether one more code may be sent to a user, or this one has been counted already.
    func admits(
        code: String, to counter: String, at issuedAt: Int64, for settings: EmailOTPSettings, in round: Round
    ) throws(FunctionError) -> Bool {
        // The hour is part of the key, so that the first code of the next one finds a new set.
        try table.add(
            code, to: "\(counter)#\(issuedAt / 3_600_000)", atMost: settings.codesPerHour, keepFor: 7_200, in: round)
    }

    /// Whether a guess at a code may be judged: one of the first few different ones.
    func admits(
        guess: String, at codeID: String, for settings: EmailOTPSettings, in round: Round
    ) throws(FunctionError) -> Bool {
        try table.add(
            guess, to: "guesses#" + codeID, atMost: settings.guessesPerCode, keepFor: settings.lifetime + 3_600,
            in: round)
    }

    /// Whether this round is the one that has used a code.
    func consume(_ codeID: String, by roundKey: String, in round: Round) throws(FunctionError) -> Bool {
        try table.consume("code#" + codeID, by: roundKey, in: round)
    }

    /// The time within which a call makes the same code as the first.
    struct Window {
        /// When the first call was, in milliseconds since 1970.
        let issuedAt: Int64
        /// Whether it falls to this call to send the code.
        let isSender: Bool
    }

    /// Begins a window, or joins the one there is. Of simultaneous calls one sends the mail. Where that one has not
    /// said within a few seconds that it did, as when it was ended, the next call takes its place.
    /// - Parameter holder: what identifies this call.
    func openWindow(
        _ name: String, holder: String, for settings: EmailOTPSettings, in round: Round
    ) throws(FunctionError) -> Window {
        let now = table.now()
        let begun = try table.update(
            name, "SET issuedAt = :now, leasedAt = :now, leasedBy = :holder, expiresAt = :until REMOVE sentAt",
            where: "attribute_not_exists(pk) OR issuedAt <= :past OR leasedBy = :holder",
            [("now", .number(now)), ("past", .number(now - IssuedCode.window)), ("holder", .string(holder))],
            keepFor: settings.lifetime, in: round)
        guard case .conditionFailed(let item) = begun else { return Window(issuedAt: now, isSender: true) }
        guard case .number(let issuedAt) = item["issuedAt"], case .number(let leasedAt) = item["leasedAt"] else {
            throw .hidden(.unavailable, "\(StateTable.variable): an unreadable item")
        }
        guard item["sentAt"] == nil, leasedAt <= now - Self.lease else {
            return Window(issuedAt: issuedAt, isSender: false)
        }
        let taken = try table.update(
            name, "SET leasedAt = :now, leasedBy = :holder",
            where: "leasedBy = :holder OR issuedAt = :begin AND leasedAt = :lease AND attribute_not_exists(sentAt)",
            [
                ("now", .number(now)), ("holder", .string(holder)), ("begin", .number(issuedAt)),
                ("lease", .number(leasedAt)),
            ], in: round)
        return Window(issuedAt: issuedAt, isSender: taken == .applied)
    }

    /// Notes that the mail of a window is on its way. A failure costs no more than a second mail with the same code.
    func markSent(_ name: String, _ issuedAt: Int64, in round: Round) {
        note("SET sentAt = :time", table.now(), name, issuedAt, "a sent code", in: round)
    }

    /// Ends a window whose code has been used: within the rest of it, that code would be of no use to a sign-in that
    /// begins after this one. A failure costs no more than waiting for its end.
    func endWindow(_ name: String, _ issuedAt: Int64, in round: Round) {
        note("SET issuedAt = :time", 0, name, issuedAt, "a used code", in: round)
    }

    private func note(
        _ update: String, _ time: Int64, _ window: String, _ issuedAt: Int64, _ what: String, in round: Round
    ) {
        do throws(FunctionError) {
            _ = try table.update(
                window, update, where: "issuedAt = :begin", [("time", .number(time)), ("begin", .number(issuedAt))],
                in: round)
        } catch {
            round.log(.warn, "\(what) could not be noted: \(error.detail)")
        }
    }

    /// How long a call has for sending before another one may, in milliseconds: Cognito gives up on it after as long.
    private static let lease: Int64 = 5_000
}

private import AWS
private import ExpiringState
private import HTTP
internal import LambdaRuntime
internal import SignInRules

/// The time within which calls for one user, client and session make one code: the table knows when it began, which
/// call sends the mail, and whether the code has been used.
extension CodeLimits {
    /// A window that has begun.
    struct Window {
        /// When the first call was, in milliseconds since 1970.
        let issuedAt: Int64
        /// Whether this call must send the code.
        let isSender: Bool
    }

    /// Begins a window, or joins the one that is open. Only one of several simultaneous calls sends the mail. If that
    /// call does not report within a few seconds that it did, for instance because its process ended, the next call
    /// takes its place.
    /// - Parameter holder: what identifies this call.
    func openWindow(
        _ name: String, holder: String, for settings: EmailOTPSettings, in round: Round
    ) throws(FunctionError) -> Window {
        let now = table.state.now()
        let begun = try change(
            name, "SET issuedAt = :now, leasedAt = :now, leasedBy = :holder, expiresAt = :until REMOVE sentAt",
            where: "attribute_not_exists(pk) OR issuedAt <= :past OR leasedBy = :holder",
            [("now", .number(now)), ("past", .number(now - IssuedCode.window)), ("holder", .string(holder))],
            keepFor: settings.lifetime, by: round.deadline)
        guard case .conditionFailed(let item) = begun else { return Window(issuedAt: now, isSender: true) }
        guard case .number(let issuedAt) = item["issuedAt"], case .number(let leasedAt) = item["leasedAt"] else {
            throw .hidden(.unavailable, "\(DeploymentTable.variable): an unreadable item")
        }
        guard item["sentAt"] == nil, leasedAt <= now - Self.lease else {
            return Window(issuedAt: issuedAt, isSender: false)
        }
        let taken = try change(
            name, "SET leasedAt = :now, leasedBy = :holder",
            where: "leasedBy = :holder OR issuedAt = :begin AND leasedAt = :lease AND attribute_not_exists(sentAt)",
            [
                ("now", .number(now)), ("holder", .string(holder)), ("begin", .number(issuedAt)),
                ("lease", .number(leasedAt)),
            ], by: round.deadline)
        return Window(issuedAt: issuedAt, isSender: taken == .applied)
    }

    /// Notes that the mail of a window is on its way. A failure costs no more than a second mail with the same code.
    func markSent(_ name: String, _ issuedAt: Int64, in round: Round) {
        note("a sent code", "SET sentAt = :time", time: table.state.now(), of: name, begunAt: issuedAt, in: round)
    }

    /// Ends a window whose code has been used. Otherwise the next sign-in within the window would get the same code,
    /// which is of no use any more. A failure costs no more than waiting for the window's end.
    func endWindow(_ name: String, _ issuedAt: Int64, in round: Round) {
        note("a used code", "SET issuedAt = :time", time: 0, of: name, begunAt: issuedAt, in: round)
    }

    private func change(
        _ window: String, _ update: String, where condition: String,
        _ values: [(name: String, value: DynamoDBUpdate.Value)], keepFor seconds: Int64? = nil, by deadline: Deadline
    ) throws(FunctionError) -> DynamoDBUpdate.Outcome {
        do {
            return try table.state.update(
                window, update, where: condition, values, keepFor: seconds, by: deadline)
        } catch { throw DeploymentTable.failure(error) }
    }

    private func note(
        _ what: String, _ update: String, time: Int64, of window: String, begunAt issuedAt: Int64, in round: Round
    ) {
        do throws(FunctionError) {
            _ = try change(
                window, update, where: "issuedAt = :begin", [("time", .number(time)), ("begin", .number(issuedAt))],
                by: round.deadline)
        } catch {
            round.log(.warn, "\(what) could not be noted: \(error.detail)")
        }
    }

    /// How long a call may take to send before another one takes its place, in milliseconds. Cognito gives up on a call
    /// after the same time.
    private static let lease: Int64 = 5_000
}

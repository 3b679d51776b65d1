internal import Authsignal
internal import FunctionServices
private import HTTP
internal import LambdaRuntime
internal import Primitives

extension AuthsignalTokenSource {
    func issue(in round: Round) throws(FunctionError) -> IssuedToken {
        try floor.pad(by: round.deadline) { () throws(FunctionError) in
            guard let account = round.account else { return try decoy.issue(in: round) }
            return try issue(for: account, in: round)
        }
    }

    private func issue(for account: Round.Account, in round: Round) throws(FunctionError) -> IssuedToken {
        var tracked = try track(account, round)
        if tracked.state.isHeld { return try issueClosedRound(round, because: Self.hold(tracked)) }
        let authenticators = try authenticators(tracked, account, round)
        switch (authenticators.reach(account.email ?? ""), firstEnrolment) {
        case (true, _), (nil, .client): break
        case (false, _): return try issueRoundWithoutCode(account, round)
        case (nil, .deny):
            if authenticators.isEmpty { return try issueClosedRound(round, because: "FIRST_ENROLMENT=deny") }
        case (nil, .server):
            // If this function did not enrol the address first, the token could enrol anybody's mailbox or passkey.
            guard let email = account.email else {
                return try issueClosedRound(round, because: "no email address to enrol")
            }
            try call { () throws(AuthsignalError) in
                try client.enrolEmail(email, userID: account.sub, by: round.deadline)
            }
            tracked = try track(account, round)
            if tracked.state.isHeld { return try issueClosedRound(round, because: Self.hold(tracked)) }
        }
        return IssuedToken(
            text: tracked.token, url: tracked.url, isEnrolled: tracked.isEnrolled,
            record: RoundRecord(key: tracked.idempotencyKey, subject: account.sub, isWinnable: true))
    }

    private func track(_ account: Round.Account, _ round: Round) throws(FunctionError) -> TrackedAction {
        let key = try services.uuid()
        let tracked = try call { () throws(AuthsignalError) in
            try client.track(
                actionCode, userID: account.sub, idempotencyKey: key, email: account.email, username: round.userName,
                by: round.deadline)
        }
        decoy.learn(from: tracked, for: account.sub)
        return tracked
    }

    /// What the user has enrolled. Authsignal is asked only if it has not already said that email is not enrolled.
    private func authenticators(
        _ tracked: TrackedAction, _ account: Round.Account, _ round: Round
    ) throws(FunctionError) -> [UserAuthenticator] {
        guard tracked.isEnrolled else { return [] }
        if let methods = tracked.enrolledMethods, !methods.contains(.emailOTP) {
            return methods.map { UserAuthenticator(method: $0, email: nil) }
        }
        return try call { () throws(AuthsignalError) in
            try client.authenticators(userID: account.sub, by: round.deadline)
        }
    }

    private static func hold(_ tracked: TrackedAction) -> String { "the state \(tracked.state.rawValue.logWord)" }

    /// A round that cannot be won and does not show it.
    private func issueClosedRound(_ round: Round, because reason: String) throws(FunctionError) -> IssuedToken {
        round.log(.info, "a look-alike challenge is handed out: \(reason)")
        return try decoy.issue(in: round)
    }

    /// A round in which no code can be sent, because it would go to an address that is no longer the user's. With that
    /// code, the owner of the old mailbox could enrol a passkey at Authsignal. A passkey proven before the sign-in
    /// still wins the round.
    private func issueRoundWithoutCode(_ account: Round.Account, _ round: Round) throws(FunctionError) -> IssuedToken {
        round.log(.warn, "the user's email authenticator has another address than Cognito: remove it at Authsignal")
        let decoy = try decoy.issue(in: round)
        return IssuedToken(
            publicParameters: decoy.publicParameters.merging(["isEnrolled": "true"]) { $1 },
            record: RoundRecord(key: decoy.record.key, subject: account.sub, isWinnable: true))
    }
}

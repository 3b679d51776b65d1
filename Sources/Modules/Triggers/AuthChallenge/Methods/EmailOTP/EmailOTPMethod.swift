private import AWS
private import Addresses
private import CognitoTriggers
internal import EmailCodes
internal import FunctionServices
internal import LambdaRuntime
internal import Primitives
internal import SignInMail
internal import SignInRules

/// Issues the challenge `EMAIL_OTP`: this product itself sends a code to the address that Cognito has, and the answer
/// is the code.
///
/// Only the mail contains the code. The private parameters hold an id, from which Verify computes the code with the
/// key. `OneTimeCodes` has the limits.
struct EmailOTPIssuer: ChallengeIssuer {
    private let services: Services
    private let rules: CodeRules
    private let mask: MaskedAddress
    private let keys: RotatingSecret<CodeKeys>
    /// The limits' table; nil without limits.
    private let table: DeploymentTable?
    private let mails: MailSender

    init(_ settings: EmailOTPSettings, _ services: Services) throws(FunctionError) {
        self.services = services
        (rules, mask, keys, table) = (settings.rules, settings.mask, settings.keys, settings.table)
        table?.expectCalls(services)
        guard let mail = settings.mails else { throw .hidden(.internalError, "Verify cannot send a code") }
        mails = MailSender(
            mail, aws: try services.requiredAWS(for: MailSettings.senderVariable), now: services.now,
            floor: services.responseTimeFloor(settings.minimumResponseTime))
        // A mail is sent over a connection of its own, but it resumes the TLS session of the one before.
        services.expectCalls(to: .email, in: mail.region)
    }

    func challenge(in round: Round) throws(FunctionError) -> RoundChallenge {
        let recipient = CodeRecipient(round)
        let keys = keys.current(by: round.deadline)
        let issued: Issued
        if let ongoing = ongoing(in: round, keys) {
            issued = ongoing
        } else {
            issued = try issue(in: round, recipient, OneTimeCodes(rules, keys))
        }
        return RoundChallenge(
            publicParameters: [
                "CODE_DELIVERY_DELIVERY_MEDIUM": "EMAIL",
                "CODE_DELIVERY_DESTINATION": recipient.maskedAddress(mask, keys),
            ],
            privateParameters: RoundParameters(CodeRound(roundKey: try services.uuid(), ticket: issued.ticket)),
            metadata: issued.ticket.note,
            outcome: recipient.destination.outcome ?? issued.outcome)
    }

    /// What a round keeps of a code, and the outcome in a word for the metrics.
    private typealias Issued = (ticket: CodeTicket, outcome: String)

    /// The code of the round before, if it can still be used.
    private func ongoing(in round: Round, _ current: CodeKeys) -> Issued? {
        guard let ticket = CodeTicket(ongoingIn: round, atMost: rules.guesses),
            services.now() + Self.timeToType < ticket.issuedAt + rules.lifetime
        else { return nil }
        // The code's key may have been replaced, or be newer than the keys that this process has read.
        let isKnown = current.knows(ticket) || keys.renew(by: round.deadline) && keys.value.knows(ticket)
        return isKnown ? (ticket: ticket, outcome: "continued") : nil
    }

    /// A new code. It is mailed if there is a user with an address and the limits allow it.
    private func issue(
        in round: Round, _ recipient: CodeRecipient, _ codes: OneTimeCodes
    ) throws(FunctionError) -> Issued {
        if case .unusableAddress(let error) = recipient.destination { round.log(.warn, "no code is sent: \(error)") }
        let requester = try services.uuid()
        let request = CodeRequest(
            account: recipient.account, requester: requester, attempt: requester, repetition: Self.rows(of: round))
        let storage = table?.codeStorage(of: round)
        let issued: IssuedCode
        do { issued = try codes.request(request, in: storage, at: services.now()) } catch {
            throw DeploymentTable.failure(error)
        }
        if issued.withheld == .shared { return (issued.ticket, issued.outcome(isSent: true)) }
        if let reason = issued.withheld {
            round.log(
                reason == .deploymentLimit ? .error : .warn, "no code is sent, because of a limit: \(reason.rawValue)")
        }
        /// Makes a change of the limits, and only logs if that fails: the code is on its way.
        func record(_ change: () throws(CodeStorageError) -> Void) {
            do { try change() } catch { round.log(.warn, "the outcome of a code could not be noted: \(error)") }
        }
        let address = issued.withheld == nil ? recipient.destination.address : nil
        let isSent = mails.send(
            .signInCode(issued.mailedCode(by: rules)), to: address.map { MailRecipient($0, locale: recipient.locale) },
            by: round.deadline, log: round.log
        ) {
            record { () throws(CodeStorageError) in
                try codes.refund(issued, of: recipient.account, in: storage, at: services.now())
            }
        }
        record { () throws(CodeStorageError) in
            try codes.finish(issued, request, in: storage, at: services.now())
        }
        return (issued.ticket, issued.outcome(isSent: isSent))
    }

    /// What a call of Create and its repetitions have in common, apart from user and client.
    private static func rows(of round: Round) -> String {
        let texts = round.session.flatMap { [$0.result.challengeName, $0.result.challengeMetadata ?? ""] }
        return String(decoding: LengthPrefixedFields.bytes("rows", texts), as: UTF8.self)
    }

    /// A code with less time left than this, in milliseconds, is not offered again.
    private static let timeToType: Int64 = 30_000
}

/// Judges the answers to the challenge `EMAIL_OTP`.
struct EmailOTPJudge: AnswerJudge {
    private let services: Services
    private let rules: CodeRules
    private let keys: RotatingSecret<CodeKeys>
    private let table: DeploymentTable?

    init(_ settings: EmailOTPSettings, _ services: Services) {
        self.services = services
        (rules, keys, table) = (settings.rules, settings.keys, settings.table)
        table?.expectCalls(services)
    }

    func judge(
        _ answer: String, parameters: RoundParameters, in round: Round
    ) throws(FunctionError) -> AnswerVerdict {
        guard let issued = parameters.codeRound else { return .wrong(.unreadableRound) }
        var verdict = try judge(answer, issued, in: round, keys.current(by: round.deadline))
        if verdict == .wrong(.unknownKey), keys.renew(by: round.deadline) {
            verdict = try judge(answer, issued, in: round, keys.value)
        }
        switch verdict {
        case .right: return .right(.emailOTP)
        case .wrong(let refusal): return .wrong(refusal)
        }
    }

    private func judge(
        _ answer: String, _ issued: CodeRound, in round: Round, _ keys: CodeKeys
    ) throws(FunctionError) -> CodeVerdict {
        let codes = OneTimeCodes(rules, keys)
        guard let answer = codes.read(answer) else { return .wrong(.unusableAnswer) }
        do {
            return try codes.judge(
                answer, issued.ticket, of: CodeRecipient(round).account, attempt: issued.roundKey,
                in: table?.codeStorage(of: round), at: services.now()
            ) { round.log(.warn, "a right answer could not be noted: \($0)") }
        } catch { throw DeploymentTable.failure(error) }
    }
}

/// What Create notes about a code in the session's row, after the method's name. The next round goes on with it: after
/// a wrong answer the code already mailed stays valid, for the same requester.
///
/// Cognito seals the session, so callers cannot write such a note, and the code cannot be computed from it without the
/// key. All notes have the same length, because the caller sees the session's length.
extension CodeTicket {
    /// The code that the round before noted; Cognito may have asked for a device since.
    ///
    /// It does not matter whether a mail was sent. Otherwise the time of the next round would show who exists: for a
    /// name that no user has, nothing is ever sent, refused or refunded.
    /// - Returns: nil unless that round was one of emailed codes, whose answer was wrong as long as the step goes on,
    ///   and fewer than `limit` rounds have had the code.
    fileprivate init?(ongoingIn round: Round, atMost limit: Int) {
        guard let note = round.session.last(where: \.isRound)?.note, let words = note.words,
            // The audit log may have been switched on or off since.
            round.session.count(where: { $0.note?.words == words }) < limit
        else { return nil }
        let parts = words.split(separator: " ").map(String.init)
        guard parts.count == 3, note.step == .emailOTP, let issuedAt = Int64(parts[0]),
            RoundParameters.times ~= issuedAt
        else { return nil }
        self.init(requester: parts[2], code: parts[1], issuedAt: issuedAt)
    }

    /// The note as the row has it.
    fileprivate var note: String { "\(issuedAt) \(code) \(requester)" }
}

extension DeploymentTable {
    /// The storage of codes within a round's deadline.
    fileprivate func codeStorage(of round: Round) -> any CodeStorage { TableCodeStorage(state, by: round.deadline) }

    fileprivate static func failure(_ error: CodeStorageError) -> FunctionError {
        .hidden(.unavailable, "\(variable): \(error)")
    }
}

private import CognitoTriggers
internal import EmailCodes
internal import FunctionServices
internal import LambdaRuntime
private import Primitives
internal import SignInRules

/// The challenge `EMAIL_OTP`: this product itself sends a code to the address that Cognito has, and the answer is the
/// code.
///
/// Only the mail contains the code. The private parameters hold an authentication code over it, and Verify computes the
/// same over the answer. `OneTimeCodes` has the limits.
struct EmailOTPMethod: ChallengeMethod {
    private let services: Services
    private let rules: CodeRules
    private let mask: MaskedAddress
    private let keys: RotatingSecret<CodeKeys>
    /// The limits' table; nil without limits.
    private let table: DeploymentTable?
    /// Sends codes; nil if this function makes none.
    private let sender: CodeSender?

    init(_ services: Services, _ part: MethodPart, _ log: Log) throws(FunctionError) {
        self.services = services
        table = try DeploymentTable(services, isExpected: true)
        let settings = try EmailOTPSettings(services, hasLimits: table != nil)
        (rules, mask) = (settings.rules, settings.mask)
        keys = try services.codeKeys(log)
        sender = part == .challenge ? try CodeSender(services, settings.rules) : nil
        if table == nil { log(.warn, "OTP_WITHOUT_LIMITS: nothing counts guesses and codes across sessions") }
    }

    func challenge(in round: Round) throws(FunctionError) -> IssuedChallenge {
        let recipient = CodeRecipient(round)
        let keys = keys.current(by: round.deadline)
        let issued: Issued
        if let ongoing = ongoing(in: round, recipient, keys) {
            issued = ongoing
        } else {
            issued = try issue(in: round, recipient, OneTimeCodes(rules, keys))
        }
        return IssuedChallenge(
            publicParameters: [
                "CODE_DELIVERY_DELIVERY_MEDIUM": "EMAIL",
                "CODE_DELIVERY_DESTINATION": recipient.maskedAddress(mask, keys),
            ],
            privateParameters: CodeRecord(roundKey: try services.uuid(), ticket: issued.ticket).parameters,
            metadata: CodeNote(issued.ticket).text,
            outcome: recipient.account.address == nil ? "issued_closed" : issued.outcome)
    }

    func judge(
        _ answer: String, parameters: [String: String], in round: Round
    ) throws(FunctionError) -> Verdict {
        guard let record = CodeRecord(parameters) else { return .wrong(.unreadableRound) }
        var verdict = try judge(answer, record, in: round, keys.current(by: round.deadline))
        if verdict == .wrong(.unknownKey), keys.renew(by: round.deadline) {
            verdict = try judge(answer, record, in: round, keys.value)
        }
        switch verdict {
        case .right: return .right(.emailOTP)
        case .wrong(.wrongCode) where round.account == nil: return .wrong(.unknownUser)
        case .wrong(let refusal): return .wrong(Refusal(refusal))
        }
    }

    private func judge(
        _ answer: String, _ record: CodeRecord, in round: Round, _ keys: CodeKeys
    ) throws(FunctionError) -> CodeVerdict {
        do {
            return try OneTimeCodes(rules, keys).judge(
                answer, record.ticket, of: CodeRecipient(round).account, attempt: record.roundKey,
                in: storage(of: round), at: services.now()
            ) { round.log(.warn, "a right answer could not be noted: \($0)") }
        } catch { throw Self.failure(error) }
    }

    /// What a round keeps of a code, and one word for the metrics on how the round came by it.
    private typealias Issued = (ticket: CodeTicket, outcome: String)

    /// The code of the round before, if it can still be used.
    private func ongoing(in round: Round, _ recipient: CodeRecipient, _ current: CodeKeys) -> Issued? {
        guard let note = CodeNote(ongoingIn: round, atMost: rules.guesses),
            services.now() + Self.timeToType < note.issuedAt + rules.lifetime
        else { return nil }
        func ticket(_ keys: CodeKeys) -> CodeTicket? {
            OneTimeCodes(rules, keys).ticket(
                session: note.session, code: note.code, issuedAt: note.issuedAt, state: note.state,
                for: recipient.account)
        }
        // The code may be one of a key that has been replaced, or that has taken its place.
        let known = ticket(current) ?? (keys.renew(by: round.deadline) ? ticket(keys.value) : nil)
        return known.map { ($0, "continued") }
    }

    /// A new code. It is mailed if there is a user with an address and the limits allow it.
    private func issue(
        in round: Round, _ recipient: CodeRecipient, _ codes: OneTimeCodes
    ) throws(FunctionError) -> Issued {
        guard let sender else { throw .hidden(.internalError, "Verify cannot send a code") }
        let session = try services.uuid()
        let request = CodeRequest(
            account: recipient.account, session: session, attempt: session, repetition: Self.rows(of: round))
        let storage = storage(of: round)
        let issued: IssuedCode
        do { issued = try codes.request(request, in: storage, at: services.now()) } catch { throw Self.failure(error) }
        let outcome: String
        var ticket = issued.ticket
        /// Notes something, and logs if that fails: the code is on its way.
        func note(_ note: () throws(CodeStorageError) -> Void) {
            do { try note() } catch { round.log(.warn, "what became of a code could not be noted: \(error)") }
        }
        switch issued.mail {
        case .none(.shared): return (issued.ticket, IssuedCode.Reason.shared.rawValue)
        case .none(let reason):
            round.log(
                reason == .deploymentLimit ? .error : .warn, "no code is sent, because of a limit: \(reason.rawValue)")
            _ = sender.send("", ticket.state, to: nil, recipient.locale, in: round) {}
            outcome = reason.rawValue
        case .send(let code):
            let isSent = sender.send(
                code, ticket.state, to: recipient.account.address, recipient.locale, in: round
            ) {
                ticket = codes.closed(ticket, of: recipient.account)
                note { () throws(CodeStorageError) in try codes.giveBack(issued, in: storage) }
            }
            outcome = isSent ? ticket.state == .long ? "issued_long" : "issued" : "unsent"
        }
        note { () throws(CodeStorageError) in try codes.finish(issued, request, in: storage) }
        return (ticket, outcome)
    }

    /// What a call of Create and its repetitions have in common besides user and client.
    private static func rows(of round: Round) -> String {
        let texts = round.session.flatMap { row in
            [row.challengeName, row.challengeResult ? "true" : "false", row.challengeMetadata ?? ""]
        }
        return String(decoding: LengthPrefixedFields.bytes("rows", texts), as: UTF8.self)
    }

    private func storage(of round: Round) -> (any CodeStorage)? {
        table.map { TableCodeStorage($0.state, by: round.deadline) }
    }

    private static func failure(_ error: CodeStorageError) -> FunctionError {
        .hidden(.unavailable, "\(DeploymentTable.variable): \(error)")
    }

    /// A code with less time left than this, in milliseconds, is not offered again.
    private static let timeToType: Int64 = 30_000
}

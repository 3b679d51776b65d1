internal import LambdaRuntime
private import OpenSSLCrypto
private import Primitives
internal import SignInRules

/// The challenge `EMAIL_OTP`: this product itself sends a code to the address that Cognito has, and the answer is the
/// code.
///
/// Only the mail contains the code. The private parameters hold an authentication code over it, and Verify computes the
/// same over the answer.
struct EmailOTPMethod: ChallengeMethod {
    private let services: Services
    private let settings: EmailOTPSettings
    private let limits: CodeLimits?
    private let key: CodeKey
    /// Sends codes; nil if this function makes none.
    private let sender: CodeSender?

    init(_ services: Services, _ part: MethodPart, _ log: Log) throws(FunctionError) {
        self.services = services
        limits = try CodeLimits(services, log)
        settings = try EmailOTPSettings(services.settings, hasLimits: limits != nil)
        key = try CodeKey(services)
        sender = part == .challenge ? try CodeSender(services, settings) : nil
    }

    func challenge(in round: Round) throws(FunctionError) -> IssuedChallenge {
        let roundKey = try services.uuid()
        let recipient = CodeRecipient(round)
        let issued: Issued
        if let ongoing = ongoing(in: round, recipient) {
            issued = ongoing
        } else {
            issued = try issue(in: round, recipient, roundKey)
        }
        let code = issued.code
        let isWinnable = code.isAllowed && recipient.address != nil
        let record = CodeRecord(
            roundKey: roundKey, codeID: key.identifier(of: code), context: code.context, expiresAt: expiry(of: code),
            isWinnable: isWinnable, authenticationCode: "")
        let digits = key.digits(of: code, for: recipient, count: settings.digits)
        let authenticationCode = key.authenticationCode(
            of: digits, record: record, recipient: recipient, round: round)
        let destination = recipient.address ?? recipient.typedName
        return IssuedChallenge(
            publicParameters: [
                "CODE_DELIVERY_DELIVERY_MEDIUM": "EMAIL",
                "CODE_DELIVERY_DESTINATION": MaskedAddress.of(destination) ?? key.imaginaryAddress(of: recipient),
            ],
            privateParameters: record.signed(authenticationCode).parameters,
            metadata: code.note, outcome: isWinnable ? issued.outcome : "issued_closed")
    }

    func judge(
        _ answer: String, parameters: [String: String], in round: Round
    ) throws(FunctionError) -> Verdict {
        guard let record = CodeRecord(parameters) else { return .wrong(.unreadableRound) }
        guard let digits = settings.digits(in: answer) else { return .wrong(.unusableAnswer) }
        guard services.now() < record.expiresAt else { return .wrong(.expired) }
        // Every guess is counted before it is judged, so that simultaneous guesses cannot get past the limit.
        let guess = key.digest(ofGuess: digits, at: record.codeID)
        if let limits, try !limits.admits(guess: guess, at: record.codeID, for: settings, in: round) {
            return .wrong(.tooManyGuesses)
        }
        let recipient = CodeRecipient(round)
        let expected = key.authenticationCode(of: digits, record: record, recipient: recipient, round: round)
        guard constantTimeEqual(Array(expected.utf8), Array(record.authenticationCode.utf8)) else {
            return .wrong(round.account == nil ? .unknownUser : .wrongCode)
        }
        guard round.account != nil else { return .wrong(.unknownUser) }
        guard record.isWinnable, recipient.address != nil else { return .wrong(.closedRound) }
        if let limits {
            guard try limits.consume(record.codeID, by: record.roundKey, in: round) else { return .wrong(.alreadyUsed) }
            limits.endWindow(
                key.window(of: record.context), record.expiresAt - settings.lifetime * 1_000, in: round)
        }
        return .right(.emailOTP)
    }

    /// A code, and one word for the metrics on how the round came by it.
    private typealias Issued = (code: IssuedCode, outcome: String)

    /// The code of the round before, if it can still be used: after a wrong answer the code already mailed stays valid.
    private func ongoing(in round: Round, _ recipient: CodeRecipient) -> Issued? {
        guard let code = IssuedCode(ongoingIn: round, atMost: settings.guessesPerCode, of: recipient, key),
            services.now() + Self.timeToType < expiry(of: code)
        else { return nil }
        return (code, "continued")
    }

    /// A new code. It is mailed if there is a user with an address and the limit of codes is not reached.
    private func issue(
        in round: Round, _ recipient: CodeRecipient, _ holder: String
    ) throws(FunctionError) -> Issued {
        guard let sender else { throw .hidden(.internalError, "Verify cannot send a code") }
        let context = key.context(of: round.session[...], in: round, recipient)
        var code = IssuedCode(context: context, rowCount: round.session.count, issuedAt: services.now())
        var isSender = true
        if let limits {
            let window = try limits.openWindow(key.window(of: context), holder: holder, for: settings, in: round)
            code.issuedAt = window.issuedAt
            isSender = window.isSender
            code.isAllowed = try limits.admits(
                code: key.identifier(of: code), to: key.counter(of: recipient, in: round), at: code.issuedAt,
                for: settings, in: round)
            if !code.isAllowed { round.log(.warn, "no code is sent: the limit of codes per hour is reached") }
        } else {
            code.issuedAt -= code.issuedAt % IssuedCode.window
        }
        guard isSender else { return (code, "repeated") }
        let mail = code.isAllowed ? recipient.address : nil
        let digits = key.digits(of: code, for: recipient, count: settings.digits)
        guard sender.send(digits, to: mail, recipient.locale, in: round) else { return (code, "unsent") }
        limits?.markSent(key.window(of: context), code.issuedAt, in: round)
        return (code, "issued")
    }

    /// Milliseconds since 1970. Without a table only the start of the window is known, not the moment of the first
    /// call. So the code lives up to a window longer than promised, and never shorter.
    private func expiry(of code: IssuedCode) -> Int64 {
        code.issuedAt + settings.lifetime * 1_000 + (limits == nil ? IssuedCode.window : 0)
    }

    /// A code with less time left than this, in milliseconds, is not offered again.
    private static let timeToType: Int64 = 30_000
}

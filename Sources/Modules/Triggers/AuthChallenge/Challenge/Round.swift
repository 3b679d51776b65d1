internal import CognitoTriggers
internal import EmailCodes
internal import HTTP
internal import JSON
internal import LambdaRuntime
internal import SignInRules

/// One round of a sign-in: who signs in, and how much time is left.
struct Round {
    /// The round's number among those of its step, from 1. A session passes a step once, so number and step name one
    /// round of it.
    let number: Int
    /// The rows of the session so far. Empty in Verify, because Cognito does not pass the session to it.
    let session: [SessionRow]
    /// The user; nil if Cognito does not know the user. The caller must not notice that.
    let account: TriggerUser.Account?
    /// The pool's name for the user; for an unknown user what the caller typed.
    let userName: String
    /// The user pool's id.
    let userPoolID: String
    /// The app client.
    let clientID: String?
    /// All of the user's attributes in Cognito.
    let userAttributes: JSONValue?
    /// When the work on the round must have ended.
    let deadline: Deadline
    /// For lines about this round.
    let log: Log
}

extension Round {
    /// The round that an event of Create or Verify belongs to.
    /// - Parameters:
    ///   - number: the round's number among those of its step, from 1.
    ///   - session: the session so far; empty in Verify.
    init(
        number: Int, session: [SessionRow] = [], event: TriggerEvent, user: TriggerUser, deadline: Deadline, log: Log
    ) {
        self.number = number
        self.session = session
        // A proof needs a `sub`, so a user without one is treated like an unknown one.
        account = user.isNotFound ? nil : user.account
        userName = event.userName
        userPoolID = event.userPoolID
        clientID = event.clientID
        userAttributes = event.request["userAttributes"]
        self.deadline = deadline
        self.log = log
    }
}

/// What a round keeps for Verify: Cognito's private challenge parameters, which no caller sees or changes. Only this
/// type writes and reads them.
///
/// All rounds of a method have parameters of the same length, because the caller sees the length of the session that
/// carries them.
struct RoundParameters: Equatable, Sendable {
    /// The parameters by their names.
    private(set) var texts: [String: String]

    /// The parameters of an event.
    init(_ texts: [String: String]) { self.texts = texts }

    private enum Name: String {
        // Of every round.
        case step, round, flow, who
        // Of a method's rounds.
        case key, mode, subject, closed, requester, code, issued
    }

    private init(_ values: [(Name, String)]) {
        // With room for what every round keeps.
        texts = Dictionary(minimumCapacity: values.count + 4)
        for (name, value) in values { texts[name.rawValue] = value }
    }

    private subscript(_ name: Name) -> String? {
        get { texts[name.rawValue].flatMap { $0.isEmpty ? nil : $0 } }
        set { texts[name.rawValue] = newValue }
    }
}

// MARK: What every round keeps

extension RoundParameters {
    /// Adds what every round keeps.
    mutating func add(step: FlowStep, number: Int, flow: FlowCode, who: String?) {
        self[.step] = step.rawValue
        self[.round] = String(number)
        self[.flow] = flow.rawValue
        self[.who] = who
    }

    /// The step that the round belongs to; nil if it names none that a flow can have.
    var step: FlowStep? { self[.step].flatMap(FlowStep.init(rawValue:)) }
    /// The round's number among those of its step, from 1; 0 if it has none.
    var number: Int { self[.round].flatMap { Int($0) } ?? 0 }
    /// The flow of the Create that made the round; nil if it names none.
    var flow: FlowCode? { texts[Name.flow.rawValue].map(FlowCode.init(rawValue:)) }
    /// The digest that stands for the user in the audit log; nil without one.
    var who: String? { texts[Name.who.rawValue] }
}

// MARK: What a method's rounds keep

/// What a round of `RESULT_TOKEN` keeps. Verify judges the answer only by this.
struct TokenRound: Equatable {
    /// The idempotency key of the token that was handed out.
    let key: String
    /// Whom it was handed out for: a `sub`, or what stands in for that of an unknown user.
    let subject: String
    /// Whether no answer can win the round.
    let isClosed: Bool
    /// The token mode of the Create that made it; nil if it names none.
    var mode: String?
}

/// What a round of `EMAIL_OTP` keeps. Verify judges the answer only by this.
struct CodeRound: Equatable {
    /// Identifies this round among all others.
    let roundKey: String
    /// What the rounds of the step keep of the code.
    let ticket: CodeTicket
}

extension RoundParameters {
    /// The parameters of a round of `RESULT_TOKEN`.
    init(_ round: TokenRound) {
        self.init([(.key, round.key), (.subject, round.subject), (.closed, round.isClosed ? "1" : "0")])
        self[.mode] = round.mode
    }

    /// What they keep of a round of `RESULT_TOKEN`; nil if they do not have its form.
    var tokenRound: TokenRound? {
        guard let key = self[.key], let subject = self[.subject] else { return nil }
        return TokenRound(
            key: key, subject: subject, isClosed: self[.closed] != "0", mode: texts[Name.mode.rawValue])
    }

    /// The parameters of a round of `EMAIL_OTP`.
    init(_ round: CodeRound) {
        let ticket = round.ticket
        self.init([
            (.key, round.roundKey), (.requester, ticket.requester), (.code, ticket.code),
            (.issued, String(ticket.issuedAt)),
        ])
    }

    /// What they keep of a round of `EMAIL_OTP`; nil if they do not have its form.
    var codeRound: CodeRound? {
        guard let roundKey = self[.key], let requester = self[.requester], let code = self[.code],
            let issuedAt = self[.issued].flatMap({ Int64($0) }), Self.times ~= issuedAt
        else { return nil }
        let ticket = CodeTicket(requester: requester, code: code, issuedAt: issuedAt)
        return CodeRound(roundKey: roundKey, ticket: ticket)
    }

    /// Every time with up to thirteen digits: a lifetime can be added to it.
    static let times: ClosedRange<Int64> = 0...9_999_999_999_999

    /// The parameters of a round of `CAPTCHA`: the round's own key.
    init(captchaKey key: String) { self.init([(.key, key)]) }

    /// The own key of a round of `CAPTCHA`; nil if there is none.
    var captchaKey: String? { self[.key] }
}

private import JSON
package import LambdaRuntime
private import Primitives

/// A decision about a sign-in or an account, for the audit log: who, by which means, and with what outcome. It holds no
/// token, code, address or name.
package struct AuditLine: Equatable, LogRecord {
    /// What was decided.
    package enum Kind: String, CaseIterable, Sendable {
        /// Create handed a challenge out.
        case challengeIssued = "challenge_issued"
        /// Verify judged an answer right.
        case answerRight = "answer_right"
        /// Verify judged an answer wrong, or the authenticator a code or a passkey.
        case answerWrong = "answer_wrong"
        /// Define let Cognito issue tokens.
        case tokensIssued = "tokens_issued"
        /// Define ended the sign-in.
        case signInRefused = "sign_in_refused"
        /// AddAuthenticator handed out a token to add an authenticator.
        case enrolmentAllowed = "enrolment_allowed"
        /// AddAuthenticator refused such a token.
        case enrolmentRefused = "enrolment_refused"
        /// The authenticator added a passkey or a mailbox to an account.
        case authenticatorAdded = "authenticator_added"
        /// The authenticator refused a passkey that was to be added.
        case authenticatorRefused = "authenticator_refused"
        /// The authenticator removed one.
        case authenticatorRemoved = "authenticator_removed"
        /// The authenticator gave one another name.
        case authenticatorRenamed = "authenticator_renamed"
        /// A code was mailed.
        case codeSent = "code_sent"
        /// No code was mailed although one was asked for.
        case codeWithheld = "code_withheld"
    }

    /// What was decided.
    package var kind: Kind
    /// Why, in one word of the metrics; nil where the decision says it all.
    package var reason: String?
    /// The digest that stands for the user; nil if it is not known.
    package var who: String?
    /// The user's `sub`; nil for an unknown user.
    package var subject: String?
    /// The app client; nil if it is not known.
    package var clientID: String?
    /// The step of the flow that the decision is about; nil outside a flow.
    package var step: String?
    /// How the user proved who they are, or the kind of authenticator; nil if neither is known.
    package var method: String?
    /// What a right answer had to show (`ASSURANCE`); nil if nothing in particular.
    package var assurance: String?
    /// The number of the round among those of its step, from 1.
    package var round: Int?
    /// How the line names the user. `AuditDetail.recording(_:)` sets it; nothing is written without it.
    package var detail = AuditDetail.off

    /// Makes a line.
    package init(
        _ kind: Kind, reason: String? = nil, who: String? = nil, subject: String? = nil,
        clientID: String? = nil, step: String? = nil, method: String? = nil, assurance: String? = nil, round: Int? = nil
    ) {
        self.kind = kind
        self.reason = reason
        self.who = who
        self.subject = subject
        self.clientID = clientID
        self.step = step
        self.method = method
        self.assurance = assurance
        self.round = round
    }

    /// The line as the log has it: one JSON object, with its line end. Nil where there is no audit log.
    package func line(trigger: String, requestID: String, time: Int64) -> [UInt8]? {
        guard detail != .off else { return nil }
        return JSONWriter.object { line in
            line.member("audit", kind.rawValue)
            line.member("time", Timestamp.rfc3339(milliseconds: time))
            line.member("trigger", trigger)
            line.member("reason", ifPresent: reason)
            line.member("who", ifPresent: who)
            line.member("sub", ifPresent: detail == .subject ? subject : nil)
            line.member("client", ifPresent: clientID)
            line.member("step", ifPresent: step)
            line.member("method", ifPresent: method)
            line.member("assurance", ifPresent: assurance)
            if let round { line.member("round", Int64(round)) }
            line.member("requestId", requestID)
        } + [0x0A]
    }
}

/// How the audit log names users (`AUDIT`).
package enum AuditDetail: String, CaseIterable, Sendable {
    /// There is no audit log.
    case off
    /// By a digest alone. Only the key (`AUDIT_KEY`) leads from it to a user.
    case digest
    /// By digest and `sub`.
    case subject

    /// The setting.
    package static let variable = "AUDIT"

    /// Reads the variable.
    package init(_ settings: Settings) throws(FunctionError) {
        self = try settings.choice(Self.variable, default: .off)
    }

    /// A handler whose replies add their lines to the audit log, with this detail.
    package func recording(_ handler: @escaping RuntimeLoop.Handler) -> RuntimeLoop.Handler {
        // Where there is no audit log no line is written, so none is copied.
        self == .off ? handler : writing(handler)
    }

    private func writing(_ handler: @escaping RuntimeLoop.Handler) -> RuntimeLoop.Handler {
        { (invocation, log) throws(FunctionError) in
            var reply = try handler(invocation, log)
            reply.records = reply.audit.map { line in
                var line = line
                line.detail = self
                return line
            }
            return reply
        }
    }
}

extension Reply {
    /// A reply with its lines for the audit log.
    package init(
        _ body: [UInt8], outcome: String, method: String = "none", isStart: Bool = false, audit: [AuditLine]
    ) {
        self.init(body, outcome: outcome, method: method, isStart: isStart, records: audit)
    }

    /// The lines for the audit log.
    package var audit: [AuditLine] { records.compactMap { $0 as? AuditLine } }
}

internal import Authsignal
internal import LambdaRuntime

/// Where the tokens of a `RESULT_TOKEN` round come from and who can read them (`TOKEN_MODE`). A new source is one type
/// that conforms to this protocol and one case of `TokenMode`.
protocol TokenSource {
    /// A token with which the app can prove who its user is; for an unknown user a look-alike.
    func issue(in round: Round) throws(FunctionError) -> IssuedToken

    /// What an answer proves.
    func proof(
        in answer: String, _ record: RoundRecord, _ round: Round
    ) throws(FunctionError) -> Result<Proof, Refusal>

    /// When a proof came about, in seconds since 1970; nil when that cannot be found out.
    func time(of proof: Proof, _ round: Round) throws(FunctionError) -> Int64?

    /// Whether a proof by email was made with that address.
    func proves(_ email: String, _ proof: Proof, _ round: Round) throws(FunctionError) -> Bool
}

/// The sources by the names that the setting gives them.
enum TokenMode: String, CaseIterable {
    case authsignal
    case signed

    func makeSource(_ services: Services, _ log: Log) throws(FunctionError) -> any TokenSource {
        switch self {
        case .authsignal: try AuthsignalTokenSource(services, log)
        case .signed: try SignedTokenSource(services)
        }
    }
}

/// A token for the app, and what the round keeps of it.
struct IssuedToken: Equatable {
    let text: String
    let url: String?
    let isEnrolled: Bool
    let record: RoundRecord
}

/// What an answer says, whoever vouches for it: not yet whether that is enough.
struct Proof: Equatable {
    let subject: String
    let actionCode: String
    let idempotencyKey: String
    let method: VerificationMethod
    let state: ActionState
    /// When it came about, in seconds since 1970, where the token itself says so.
    let time: Int64?
    /// The digest of the address that a code went to, where the token itself holds one.
    let emailDigest: String?
}

/// What a round keeps in its private parameters: Verify judges by this and by nothing the app sends.
struct RoundRecord: Equatable {
    /// The idempotency key of the token that was handed out.
    let key: String
    /// Whom it was handed out for: a `sub`, or a phantom's.
    let subject: String
    /// Whether the round can be won.
    let isOpen: Bool

    init(key: String, subject: String, isOpen: Bool) {
        self.key = key
        self.subject = subject
        self.isOpen = isOpen
    }

    init?(_ parameters: [String: String]) {
        guard let key = parameters["key"], let subject = parameters["subject"], !key.isEmpty, !subject.isEmpty else {
            return nil
        }
        self.init(key: key, subject: subject, isOpen: parameters["verdict"] == "open")
    }

    /// Both verdicts have one length, because the parameters travel inside a session whose length the caller sees.
    var parameters: [String: String] { ["key": key, "subject": subject, "verdict": isOpen ? "open" : "shut"] }
}

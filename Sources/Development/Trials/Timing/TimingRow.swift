#if os(Linux)
/// What is measured: a function in one mode, and the users whose times are compared with those of unknown names.
struct TimingRow: Sendable {
    /// What the function gets.
    enum Event: Sendable {
        case create
        /// A wrong answer to a challenge that Create made.
        case verify(answer: String)
        /// Ana's passkey as the answer, over the options that Create gave for this user's round.
        case verifyPasskey(isRegistered: Bool)
        /// A request for a code.
        case code
        /// A wrong answer to the authenticator, in a round that may have asked for a code.
        case answer(String, isCodeAsked: Bool)
    }

    let name: String
    let event: Event
    let environment: [String: String]
    let users: [TrialUser.Kind]
    let function: String
    /// The function that prepares the event; nil if none has to.
    let preparer: String?
    /// What the function's answer holds.
    let expected: String

    init(_ name: String, _ event: Event, _ environment: [String: String], _ users: [TrialUser.Kind] = [.enrolled]) {
        (self.name, self.event, self.environment, self.users) = (name, event, environment, users)
        (function, preparer, expected) =
            switch event {
            case .create: ("CreateAuthChallenge", nil, #""challenge":"#)
            case .verify, .verifyPasskey: ("VerifyAuthChallenge", "CreateAuthChallenge", #""answerCorrect":false"#)
            case .code: ("Authenticator", nil, #""statusCode":200"#)
            case .answer: ("Authenticator", "Authenticator", #"\"isVerified\":false"#)
            }
    }

    /// Every row.
    /// - Parameters:
    ///   - slow: services as slow as over a network.
    ///   - instant: services that answer at once, where the function's own work shows.
    static func all(_ slow: TrialServices, instant: TrialServices) -> [TimingRow] {
        let garbage = "eyJhbGciOiJFUzI1NiIsImtpZCI6InRpbWluZyJ9.e30.c2lnbmF0dXJl"
        let answers = ["000000", "zz"].flatMap { answer in
            [false, true].map { isCodeAsked in
                TimingRow(
                    "answer \(answer) \(isCodeAsked ? "after" : "before") a request for a code",
                    .answer(answer, isCodeAsked: isCodeAsked), instant.authenticator,
                    [.neverEnrolled, .withoutPasskey, .withPasskey, .withPasskeys])
            }
        }
        let passkeys = instant.signed.merging(instant.authenticator) { $1 }
        return [
            TimingRow("authsignal", .create, slow.authsignal, [.enrolled, .withoutAuthenticators]),
            TimingRow("authsignal", .verify(answer: garbage), slow.authsignal),
            TimingRow("signed", .create, slow.signed), TimingRow("signed", .verify(answer: garbage), slow.signed),
            TimingRow("options for a passkey", .create, passkeys),
            TimingRow("somebody's passkey", .verifyPasskey(isRegistered: true), passkeys),
            TimingRow("a passkey that is not registered", .verifyPasskey(isRegistered: false), passkeys),
            TimingRow("oidc", .create, slow.oidc), TimingRow("oidc", .verify(answer: garbage), slow.oidc),
            TimingRow("EMAIL_OTP", .create, slow.emailed),
            TimingRow("EMAIL_OTP", .verify(answer: "000000"), slow.emailed),
            TimingRow("a code", .code, slow.authenticator, [.enrolled, .otherAddress]),
        ] + answers
    }
}
#endif

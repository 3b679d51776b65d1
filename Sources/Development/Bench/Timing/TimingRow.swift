#if os(Linux)
/// What is measured: a function in one mode, and the users whose times are compared with those of unknown names.
struct TimingRow: Sendable {
    /// What the function gets.
    enum Event: Sendable {
        case create
        /// A wrong answer to a challenge that Create made.
        case verify(answer: String)
        /// A request for a code.
        case code
        /// A wrong answer to the authenticator, in a round that may have asked for a code.
        case answer(String, isCodeAsked: Bool)
    }

    let name: String
    let event: Event
    let environment: [String: String]
    let users: [TimingUser.Kind]

    /// The function that prepares the event.
    var preparer: String {
        if case .answer = event { "Authenticator" } else { "CreateAuthChallenge" }
    }

    /// The function's name.
    var function: String {
        switch event {
        case .create: "CreateAuthChallenge"
        case .verify: "VerifyAuthChallenge"
        case .code, .answer: "Authenticator"
        }
    }

    /// Every row.
    /// - Parameters:
    ///   - endpoint: services as slow as over a network.
    ///   - instant: services that answer at once, where the function's own work shows.
    static func all(_ endpoint: String, instant: String) -> [TimingRow] {
        let garbage = "eyJhbGciOiJFUzI1NiIsImtpZCI6InRpbWluZyJ9.e30.c2lnbmF0dXJl"
        let aws = [
            "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_ENDPOINT_URL": endpoint,
            "STATE_TABLE": TimingServices.stateTable,
        ]
        let codes = [
            "OTP_KEY": "timing-key-of-codes-0123456789abcdefghij", "OTP_SENDER": "no-reply@example.test",
            "OTP_MAILS_PER_HOUR": "1000000",
        ].merging(aws) { $1 }
        let authsignal = ["AUTHSIGNAL_SECRET": "timing-secret", "AUTHSIGNAL_URL": endpoint + "/v1"]
        let signed = ["TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": TimingEvents.signingKey]
        let issuer = ["TOKEN_MODE": "oidc", "OIDC_ISSUER": endpoint + "/", "OIDC_AUDIENCES": "app"]
        let emailed = ["SIGN_IN_FLOW": "EMAIL_OTP"].merging(codes) { $1 }
        let authenticator = [
            "TOKEN_SIGNING_KEY": TimingEvents.signingKey, "USER_POOL_ID": TimingEvents.userPoolID,
            "RELYING_PARTY_ID": "example.test", "USERS_TABLE": TimingServices.usersTable,
        ].merging(codes) { $1 }
        return [
            TimingRow(
                name: "authsignal", event: .create, environment: authsignal,
                users: [.enrolled, .withoutAuthenticators]),
            TimingRow(
                name: "authsignal", event: .verify(answer: garbage), environment: authsignal, users: [.enrolled]),
            TimingRow(name: "signed", event: .create, environment: signed, users: [.enrolled]),
            TimingRow(name: "signed", event: .verify(answer: garbage), environment: signed, users: [.enrolled]),
            TimingRow(name: "oidc", event: .create, environment: issuer, users: [.enrolled]),
            TimingRow(name: "oidc", event: .verify(answer: garbage), environment: issuer, users: [.enrolled]),
            TimingRow(name: "EMAIL_OTP", event: .create, environment: emailed, users: [.enrolled]),
            TimingRow(name: "EMAIL_OTP", event: .verify(answer: "000000"), environment: emailed, users: [.enrolled]),
            TimingRow(name: "a code", event: .code, environment: authenticator, users: [.enrolled, .otherAddress]),
        ]
            + ["000000", "zz"].flatMap { answer in
                [false, true].map { isCodeAsked in
                    TimingRow(
                        name: "answer \(answer) \(isCodeAsked ? "after" : "before") a request for a code",
                        event: .answer(answer, isCodeAsked: isCodeAsked),
                        environment: authenticator.merging(["AWS_ENDPOINT_URL": instant]) { $1 },
                        users: [.neverEnrolled, .withoutPasskey, .withPasskey, .withPasskeys])
                }
            }
    }
}
#endif

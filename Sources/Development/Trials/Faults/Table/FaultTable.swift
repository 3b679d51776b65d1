/// What the functions must make of every fault. Written by hand, from what the pages promise.
package enum FaultTable {
    /// The app is told this, whatever has happened.
    private static let error = "error Function.ServiceUnavailable: Sign-in is not possible right now"
    /// The same, as an answer of a function behind a URL.
    private static let addUnavailable = "status 503 temporarily_unavailable: No authenticator can be added right now"
    private static let unavailable = "status 503 service_unavailable"
    private static let wrong = "wrong"
    private static let asUsual = FaultyCall.asUsual

    /// Faults after which a call was not answered at all; the others bring an answer of the wrong kind.
    private static let unanswered: [ServiceFault] = [
        .silent, .dripping, .down, .resetting, .closing, .huge, .cutShort, .chunkCut, .otherAuthority,
    ]

    /// Faults in whose answer the service says that the same request may succeed later.
    private static let refusedForNow: [ServiceFault] = [.status429, .status500, .status503, .throttling]

    /// A few faults of every kind, for calls that others resemble.
    private static let some: [ServiceFault] = [.silent, .resetting, .status400, .status500, .html, .cutShort]

    /// All calls.
    package static let calls = authsignal + issuer + captcha + tables + mails + starts + replacements

    private static let authsignal = [
        FaultyCall(.authsignal, "CreateAuthChallenge/authsignal/enrolled", error),
        FaultyCall(
            .authsignal, at: .laterEvent, "CreateAuthChallenge/authsignal/enrolled", only: some + [.down], error),
        FaultyCall(.authsignal, "CreateAuthChallenge/authsignal/enrolled", after: 1, only: some, error),
        // Authsignal refuses the user's address, so no code can reach the user.
        FaultyCall(
            .authsignal, "CreateAuthChallenge/authsignal/first-enrolment", after: 1, only: some, error,
            except: [([.status400], "round 1, closed")]),
        FaultyCall(.authsignal, "CreateAuthChallenge/authsignal/first-enrolment", after: 2, only: some, error),
        // A name that nobody has gets a look-alike, for which nobody is asked.
        FaultyCall(.authsignal, "CreateAuthChallenge/authsignal/unknown-user", only: [.down], asUsual),
        FaultyCall(
            .authsignal, "VerifyAuthChallenge/authsignal/passkey", error, except: [([.status400, .status404], wrong)]),
        FaultyCall(.authsignal, "VerifyAuthChallenge/authsignal/email", after: 1, only: some, error),
        FaultyCall(.authsignal, "VerifyAuthChallenge/authsignal/unknown-user", only: [.down], asUsual),
        FaultyCall(.authsignal, "AddAuthenticator/authsignal/add", addUnavailable),
    ]

    private static let issuer = [
        FaultyCall(.issuer, "VerifyAuthChallenge/oidc/id-token-es256", error),
        FaultyCall(.issuer, "VerifyAuthChallenge/oidc/id-token-es256", after: 1, only: some, error),
        // The keys that the process has go on deciding about tokens that they know.
        FaultyCall(.issuer, at: .laterEvent, "VerifyAuthChallenge/oidc/id-token-es256", only: [.down], asUsual),
        // For a token of an unknown key, the issuer is asked at most once a minute.
        FaultyCall(
            .issuer, at: .laterEvent, "VerifyAuthChallenge/oidc/unknown-key",
            then: "VerifyAuthChallenge/oidc/id-token-es256", only: [.down], asUsual),
        FaultyCall(.issuer, "PreSignUp/oidc/sign-up", error),
        FaultyCall(.issuer, "AddAuthenticator/authsignal/add", addUnavailable),
        FaultyCall(.issuer, "AddAuthenticator/signed/add", only: some + [.down], addUnavailable),
    ]

    private static let captcha = [
        FaultyCall(.captcha, "VerifyAuthChallenge/captcha/solved", error)
    ]

    // To DynamoDB's own answers, an object without the members that a caller needs is a successful write, or no item.
    private static let tables = [
        FaultyCall(.tables, "CreateAuthChallenge/email-otp/sent", error, except: [([.otherJSON], "round 1")]),
        FaultyCall(.tables, "CreateAuthChallenge/email-otp/sent", after: 1, only: some, error),
        // The mail has left, and the account knows its code since the first call.
        FaultyCall(.tables, "CreateAuthChallenge/email-otp/sent", after: 2, only: some, "round 1"),
        FaultyCall(.tables, "VerifyAuthChallenge/email-otp/right", error, except: [([.otherJSON], "wrong")]),
        FaultyCall(.tables, "VerifyAuthChallenge/email-otp/right", after: 1, only: some, error),
        FaultyCall(.tables, "VerifyAuthChallenge/signed/once-first-use", error, except: [([.otherJSON], "right")]),
        FaultyCall(.tables, "VerifyAuthChallenge/signed/passkey-answer", only: some, error),
        FaultyCall(.tables, "VerifyAuthChallenge/signed/passkey-answer", after: 2, only: some, error),
        FaultyCall(.tables, "VerifyAuthChallenge/captcha/once", error, except: [([.otherJSON], "right")]),
        FaultyCall(.tables, "Authenticator/signed/add-passkey", unavailable),
        FaultyCall(.tables, "Authenticator/signed/unknown-credential", only: some, unavailable),
        FaultyCall(.tables, "Authenticator/signed/send-code", only: some, unavailable),
        FaultyCall(.tables, "Authenticator/signed/send-code", after: 5, only: some, unavailable),
        FaultyCall(.tables, "Authenticator/signed/wrong-code", only: some, unavailable),
        FaultyCall(.tables, "Authenticator/signed/wrong-code", after: 1, only: some, unavailable),
    ]

    private static let mails = [
        FaultyCall(.mails, "CreateAuthChallenge/email-otp/sent", "round 1"),
        FaultyCall(.mails, "Authenticator/signed/send-code", "status 200"),
    ]

    private static let starts =
        [start("VerifyAuthChallenge/signed/passkey", "TOKEN_SIGNING_KEY", nil)]
        + [
            ("CreateAuthChallenge/authsignal/enrolled", "AUTHSIGNAL_SECRET"),
            ("CreateAuthChallenge/signed/first-call", "TOKEN_SIGNING_KEY"),
            ("CreateAuthChallenge/email-otp/sent", "OTP_COUNTING_KEY"),
            ("VerifyAuthChallenge/authsignal/passkey", "AUTHSIGNAL_SECRET"),
            ("VerifyAuthChallenge/captcha/solved", "CAPTCHA_SECRET"),
            ("AddAuthenticator/authsignal/add", "AUTHSIGNAL_SECRET"),
            ("AddAuthenticator/signed/add", "TOKEN_SIGNING_KEY"),
            ("Authenticator/signed/add-passkey", "TOKEN_SIGNING_KEY"),
        ].map { start($0, $1, some + [.down, .otherAuthority]) }

    /// A start without a secret. The app is told the name of the variable, and nothing else.
    private static func start(_ event: String, _ variable: String, _ faults: [ServiceFault]?) -> FaultyCall {
        FaultyCall(
            .secrets, at: .start, event, only: faults,
            "does not start: Runtime.ConfigInvalid: \(variable)_ARN is not set correctly",
            except: [
                (
                    unanswered + refusedForNow,
                    "does not start: Function.ServiceUnavailable: \(variable)_ARN cannot be read now"
                )
            ])
    }

    /// Secrets are read again because a token is of an unknown key. The one known before stays in use.
    private static let replacements = [
        ("VerifyAuthChallenge/signed/wrong-signature", "VerifyAuthChallenge/signed/passkey"),
        ("Authenticator/signed/forged-challenge", "Authenticator/signed/add-passkey"),
    ].map { event, next in
        FaultyCall(.secrets, event, then: next, asUsual)
    }
}

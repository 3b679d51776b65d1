import TriggerTestSupport

/// The figures of a modelled deployment. They are those that the pages give (docs/configuration.md, docs/security.md),
/// written down again here: the model reads nothing of the code that it judges.
struct ModelRules: Sendable {
    /// How users of the deployment sign in.
    enum Flow: String, CaseIterable, Sendable {
        /// A code that Create mails.
        case emailCode = "EMAIL_OTP"
        /// The password, which Cognito judges, and then a code that Create mails.
        case passwordThenCode = "PASSWORD,EMAIL_OTP"
        /// A result token of the deployment's own authenticator, in `signed` mode.
        case resultToken = "RESULT_TOKEN"
    }

    let flow: Flow

    /// Whether Create itself mails codes.
    var mailsCodes: Bool { flow != .resultToken }
    /// Answers to a step (`MAX_ATTEMPTS`).
    let attempts = 3
    /// Different answers to a short code (`OTP_GUESSES_PER_CODE`). The authenticator always takes five.
    var guesses: Int { mailsCodes ? 2 : 5 }
    /// A short code's life (`OTP_LIFETIME`), in milliseconds.
    let codeLife: Int64 = 300_000
    /// A long code's life, and the time after which one more mail may be sent.
    let longCodeLife: Int64 = 600_000
    /// A code with less time left is not offered again after a wrong answer.
    let timeToType: Int64 = 30_000
    /// The mails that an account gets at once.
    let mailsAtOnce: Int64 = 5
    /// The requests for a code in one round. No network is limited, because everything in a walk happens at one moment.
    let requestsOfRound = 10
    /// The answers that the authenticator judges in one round, whatever they are.
    let answersOfRound = 20
    /// The wrong answers in a row after which every mail carries a long code.
    let wrongAnswersUntilLong = 20
    /// The calls that may share one code.
    let callsPerCode = 3
    /// After this time a call that has not ended never will.
    let longestCall: Int64 = 5_000
    /// How old a passkey's proof may be (`MAX_PROOF_AGE`), in seconds.
    let proofAge: Int64 = 300
    /// How long a passkey may be used after its options, in seconds.
    let optionsLife: Int64 = 300
    /// The life of challenge and result tokens (`TOKEN_LIFETIME`), in seconds, and how far two clocks may differ.
    let tokenLife: Int64 = 600
    let clockSkew: Int64 = 60
    /// The life of Cognito's session (`AuthSessionValidity`), in milliseconds.
    let sessionLife: Int64 = 900_000

    /// The variables of the functions.
    var environment: [String: String] {
        [
            "AWS_REGION": "eu-west-1", "SIGN_IN_FLOW": flow.rawValue, "MAX_ATTEMPTS": String(attempts),
            "TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": "the signing key of the deployment, long enough",
            "OTP_KEY": "the key of the codes of the deployment", "OTP_SENDER": "Example <no-reply@example.org>",
            "OTP_LIFETIME": String(codeLife / 1_000), "OTP_GUESSES_PER_CODE": String(guesses),
            // So few mails are counted in one item.
            "OTP_MAILS_PER_HOUR": "50", "OTP_MAILS_PER_NETWORK": "0",
            "STATE_TABLE": World.stateTable, "USERS_TABLE": World.usersTable, "USER_POOL_ID": SampleUser.poolID,
            "RELYING_PARTY_ID": "example.org", "PASSKEY_ORIGINS": World.origin,
        ]
    }
}

internal import AuthChallenge
internal import JSON
internal import LambdaRuntime
internal import Primitives

/// One round of a sign-in: how a deployment is set up, the challenge that Create makes in it, and the answer to that.
struct RoundKind: Sendable {
    let settings: [String: String]
    /// The session in which the round takes place.
    var session = SampleEvent.session([])
    /// The values that no log line may hold.
    var secrets: [String] = []
    /// Prepares what the deployment calls.
    var prepare: @Sendable (StubTransport) -> Void = { _ in }

    static let signingKey = String(decoding: Keys.shared, as: UTF8.self)

    private static let signed = ["TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": signingKey]
    private static let codes = [
        "SIGN_IN_FLOW": "EMAIL_OTP", "OTP_KEY": "a key for codes of more than 32 bytes", "STATE_TABLE": "state",
        "OTP_SENDER": "Example <no-reply@example.test>",
    ]
    private static let authsignal = ["AUTHSIGNAL_SECRET": "api-secret-0123456789"]

    static let all = [
        RoundKind(settings: signed),
        RoundKind(
            settings: signed.merging(["STATE_TABLE": "state", "ASSURANCE": "aal2", "ALLOWED_METHODS": "PASSKEY"]) { $1 }
        ),
        RoundKind(
            settings: signed.merging(["ROUND_BINDING": "age", "MAX_PROOF_AGE": "60", "MARK_EMAIL_VERIFIED": "true"]) {
                $1
            },
            session: SampleEvent.session([(false, "RESULT_TOKEN")])),
        RoundKind(settings: codes),
        RoundKind(
            settings: codes.merging(["SIGN_IN_FLOW": "PASSWORD,EMAIL_OTP", "MARK_EMAIL_VERIFIED": "true"]) { $1 },
            session: SampleEvent.session([], startsWith: ["SRP_A", "PASSWORD_VERIFIER"])),
        RoundKind(
            settings: signed.merging([
                "SIGN_IN_FLOW": "CAPTCHA,RESULT_TOKEN", "CAPTCHA_PROVIDER": "turnstile", "CAPTCHA_SITE_KEY": "site",
                "CAPTCHA_SECRET": "captcha-secret-0123456789", "CAPTCHA_HOSTNAMES": "app.example.test",
            ]) { $1 },
            secrets: ["captcha-secret-0123456789"],
            prepare: { transport in
                transport.answers.append(
                    (
                        "siteverify",
                        JSONTree(
                            text: Array(
                                #"""
                                {"success":true,"hostname":"app.example.test",
                                "challenge_ts":"2027-01-15T07:59:50.123Z","error-codes":[]}
                                """#.utf8))
                    ))
            }),
        RoundKind(settings: IDTokens.settings, prepare: { IDTokens.publish(on: $0) }),
        RoundKind(
            settings: IDTokens.settings.merging(["ID_TOKEN_NONCE": "age", "STATE_TABLE": "state"]) { $1 },
            prepare: { IDTokens.publish(on: $0) }),
        RoundKind(
            settings: authsignal, secrets: ["api-secret-0123456789"], prepare: { $0.answers += authsignalAnswers }),
    ]

    /// What Authsignal answers, by the end of the URL. The more exact ends come first.
    static let authsignalAnswers: [(part: String, body: JSONTree)] = [
        (
            "/validate",
            #"{"isValid":true,"state":"CHALLENGE_SUCCEEDED","userId":"\#(SampleEvent.sub)","action":"cognitoAuth","#
                + #""actionCode":"cognitoAuth","idempotencyKey":"another-key","verificationMethod":"PASSKEY","#
                + #""stateUpdatedAt":"2027-01-15T08:00:00.000Z"}"#
        ),
        (
            "/authenticators",
            #"[{"userAuthenticatorId":"5f3c","verificationMethod":"EMAIL_OTP","email":"\#(SampleEvent.email)"},"#
                + #"{"userAuthenticatorId":"5f3d","verificationMethod":"PASSKEY"}]"#
        ),
        (
            "/actions/",
            #"{"state":"CHALLENGE_REQUIRED","idempotencyKey":"another-key","ruleIds":[],"#
                + #""url":"https://mfa.authsignal.com/?token=eyJhbGciOiJIUzI1NiJ9.eyJ0IjoxfQ.c2ln","#
                + #""token":"eyJhbGciOiJIUzI1NiJ9.eyJ0IjoxfQ.c2ln","isEnrolled":true,"#
                + #""enrolledVerificationMethods":["EMAIL_OTP","PASSKEY"],"stateUpdatedAt":"2027-01-15T08:00:00.000Z"}"#
        ),
    ].map { ($0.0, JSONTree(text: Array($0.1.utf8))) }

    var isSigned: Bool { settings["TOKEN_MODE"] == "signed" && settings["CAPTCHA_SECRET"] == nil }
    var isOpenID: Bool { settings["TOKEN_MODE"] == "oidc" }
    var hasCodes: Bool { settings["OTP_KEY"] != nil }
    var hasCaptcha: Bool { settings["CAPTCHA_SECRET"] != nil }

    /// A new deployment of this kind.
    func deployment() -> Deployment {
        let deployment = Deployment(settings)
        prepare(deployment.transport)
        return deployment
    }

    /// The event with which Cognito asks for the challenge.
    var createEvent: JSONTree {
        SampleEvent.trigger(
            "CreateAuthChallenge_Authentication",
            [("session", session), ("challengeName", .string("CUSTOM_CHALLENGE"))])
    }

    /// Everything of the deployment that must stay out of the log, and texts that the input may have made up.
    func requireSecrets(_ deployment: Deployment, chosen: [String] = []) {
        let codes = deployment.transport.codes
        deployment.requireSecret(
            secrets + codes + [
                Self.signingKey, Self.codes["OTP_KEY"] ?? "", SampleEvent.email, "secret-access-key",
            ], chosen: chosen)
    }
}

import AuthChallenge
import FunctionServices
import LambdaRuntime
import NewPassword
import SignInRules
import SignUp
import TestSupport
import Testing
import TriggerTestSupport

@Suite("Settings")
struct SettingsTests {
    struct SettingFault: Sendable, CustomTestStringConvertible {
        enum Function: Sendable {
            case define, preSignUp, preTokenGeneration, authsignal, signed, oidc, oidcSignUp
        }

        let function: Function
        let variable: String
        let values: [String]
        let problem: String
        /// What else is set.
        var others: [String: String] = [:]

        var testDescription: String { "\(function) \(variable)" }
    }

    static let notFlag = ["yes", "TRUE", "1", "truth"]
    static let notCode = ["two words", "a/b", String(repeating: "a", count: 65), "é"]
    static let codeProblem = "must be 1 to 64 letters, digits, hyphens or underscores"
    static let methodProblem = """
        may name only PASSKEY, EMAIL_OTP, SECURITY_KEY, AUTHENTICATOR_APP, PUSH, DEVICE, VERIFF, IPROOV, IDVERSE, \
        PALM_BIOMETRICS_RR, RECOVERY_CODE: another method's address would not be checked
        """
    static let short = String(repeating: "k", count: 31)

    /// Methods that prove an address which nobody compares with the one that Cognito has now, and methods that nobody
    /// here knows.
    static let uncheckedAddresses = [SettingFault.Function.authsignal, .signed].map { function in
        SettingFault(
            function: function, variable: "ALLOWED_METHODS",
            values: [
                "SMS", "WHATSAPP", "EMAIL_MAGIC_LINK", "PASSKEY,EMAIL_OTP,SMS", "PASSKEY, EMAIL_MAGIC_LINK", "VOICE",
                "PASSKEY,EMAIL_OTP2",
            ], problem: methodProblem)
    }

    /// The faults that Create and Verify have in common with PreSignUp.
    static let openID = [SettingFault.Function.oidc, .oidcSignUp].flatMap { function in
        [
            SettingFault(function: function, variable: "OIDC_ISSUER", values: [""], problem: "must be set"),
            SettingFault(
                function: function, variable: "OIDC_ISSUER",
                values: [
                    "issuer.example", "http://issuer.example/", "https://issuer.example/?a", "https://a.example/|",
                ],
                problem: "must be an https URL without query or vertical bar; plain http only to this machine"),
            SettingFault(function: function, variable: "OIDC_AUDIENCES", values: [""], problem: "must be set"),
            SettingFault(
                function: function, variable: "OIDC_AUDIENCES", values: [",", "app,,web"],
                problem: "has an empty part in its list"),
            SettingFault(
                function: function, variable: "OIDC_JWKS_URL", values: ["http://issuer.example/keys", "/keys"],
                problem: "must be an https URL; plain http only to this machine"),
            SettingFault(
                function: function, variable: "OIDC_SUBJECT_ATTRIBUTE",
                values: [
                    "email", "oidc_subject", "custom:", "custom:a b", "custom:" + String(repeating: "a", count: 21),
                ],
                problem: "must be a custom attribute with a name of 1 to 20 characters after its prefix"),
        ]
    }

    @Test(
        "each fault names its variable and never its value",
        arguments: [
            SettingFault(
                function: .define, variable: "SRP_START", values: ["Refuse", "allow", "require"],
                problem: "must be one of refuse, ignore"),
            SettingFault(
                function: .define, variable: "ALLOWED_CLIENT_IDS", values: ["a,,b", ",", "a, ", " "],
                problem: "has an empty part in its list"),
            SettingFault(
                function: .define, variable: "ALLOWED_CLIENT_IDS", values: ["*, one", "one,*", "*,*"],
                problem: "must be * alone or a list of app client ids"),
            SettingFault(
                function: .preTokenGeneration, variable: "ALLOWED_CLIENT_IDS", values: ["a,,b", ",", "a, ", " "],
                problem: "has an empty part in its list"),
            SettingFault(
                function: .preTokenGeneration, variable: "ALLOWED_CLIENT_IDS", values: ["*, one", "one,*", "*,*"],
                problem: "must be * alone or a list of app client ids"),
            SettingFault(
                function: .preSignUp, variable: "CONFIRM_SIGN_UP", values: ["Auto", "none"],
                problem: "must be one of auto, code"),
            SettingFault(
                function: .signed, variable: "TOKEN_MODE", values: ["Signed", "both"],
                problem: "must be one of authsignal, signed, oidc"),
            SettingFault(
                function: .signed, variable: "TOKEN_SIGNING_KEY", values: [short],
                problem: "must hold at least 32 bytes"),
            SettingFault(
                function: .signed, variable: "TOKEN_SIGNING_KEY_PREVIOUS", values: [short, "x"],
                problem: "must hold at least 32 bytes"),
            SettingFault(
                function: .signed, variable: "TOKEN_SIGNING_KEY", values: [""],
                problem: "or TOKEN_SIGNING_KEY_ARN must be set"),
            SettingFault(
                function: .signed, variable: "TOKEN_SIGNING_KEY", values: [SampleKeys.signingKey],
                problem: "and TOKEN_SIGNING_KEY_ARN are both set: set one",
                others: ["TOKEN_SIGNING_KEY_ARN": "arn:aws:secretsmanager:eu-west-1:1:secret:s"]),
            SettingFault(
                function: .signed, variable: "TOKEN_SIGNING_KEY_ARN", values: ["not-an-arn", "arn:aws:s3:::bucket"],
                problem: "names a secret that cannot be read: the secret's ARN is not usable",
                others: ["TOKEN_SIGNING_KEY": ""]),
            SettingFault(
                function: .signed, variable: "TOKEN_LIFETIME", values: ["59", "3601", "ten", "-600"],
                problem: "must be a whole number from 60 to 3600"),
            SettingFault(
                function: .signed, variable: "MAX_PROOF_AGE", values: ["0", "3601", "300s"],
                problem: "must be a whole number from 1 to 3600"),
            SettingFault(
                function: .signed, variable: "ROUND_BINDING", values: ["none", "Key"],
                problem: "must be one of key, age"),
            SettingFault(
                function: .signed, variable: "ALLOWED_METHODS", values: ["PASSKEY,", ",", "PASSKEY,,EMAIL_OTP"],
                problem: "has an empty part in its list"),
            SettingFault(
                function: .signed, variable: "ALLOWED_METHODS",
                values: ["passkey", "PASSKEY,email_otp", "PASSKEY;SMS"], problem: methodProblem),
            SettingFault(
                function: .signed, variable: "MARK_EMAIL_VERIFIED", values: notFlag, problem: "must be true or false"),
            SettingFault(
                function: .authsignal, variable: "AUTHSIGNAL_SECRET", values: [""],
                problem: "or AUTHSIGNAL_SECRET_ARN must be set"),
            SettingFault(
                function: .authsignal, variable: "AUTHSIGNAL_URL",
                values: [
                    "http://api.authsignal.com/v1", "api.authsignal.com", "https://", "https://a@b/v1", "ftp://a/",
                ],
                problem: "must be an https URL; plain http only to this machine"),
            SettingFault(function: .authsignal, variable: "AUTHSIGNAL_ACTION", values: notCode, problem: codeProblem),
            SettingFault(
                function: .authsignal, variable: "AUTHSIGNAL_PASSKEY_ACTION", values: notCode, problem: codeProblem),
            SettingFault(
                function: .authsignal, variable: "FIRST_ENROLMENT", values: ["none", "Server"],
                problem: "must be one of server, client, deny"),
            SettingFault(
                function: .oidc, variable: "ID_TOKEN_NONCE", values: ["Required", "none"],
                problem: "must be one of required, age"),
        ] + openID + uncheckedAddresses)
    func faultNamesItsVariable(_ fault: SettingFault) throws {
        for value in fault.values {
            let settings = fault.others.merging([fault.variable: value]) { $1 }
            let error = #expect(throws: FunctionError.configuration(fault.variable, fault.problem)) {
                try start(fault.function, settings)
            }
            if value.count > 4 { #expect(error?.detail.contains(value) == false) }
        }
    }

    @Test("every method that the fault about ALLOWED_METHODS names may be allowed")
    func namedMethodsMayBeAllowed() throws {
        let problem = SettingsTests.methodProblem
        let names = try #require(problem.split(separator: ":").first).dropFirst("may name only ".count)
        let list = names.split(separator: ",").map { $0.drop { $0 == " " } }
        #expect(list.count == 11)
        for text in list.map(String.init) + [String(names)] {
            for function in [SettingFault.Function.authsignal, .signed] {
                #expect(throws: Never.self) { try start(function, ["ALLOWED_METHODS": text]) }
            }
        }
    }

    @Test("a setting stops only the function that uses it, and the state table both, if they have no credentials")
    func settingsAreReadByTheirFunction() {
        let signed = ["TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": SampleKeys.signingKey]
        let credentials = "needs AWS credentials in the environment"
        let key = FunctionError.configuration("AUDIT_KEY", "or AUDIT_KEY_ARN must be set for AUDIT=digest")
        let faults: [(changes: [String: String], create: FunctionError?, verify: FunctionError?)] = [
            (["AUDIT": "digest"], key, nil),
            (["MARK_EMAIL_VERIFIED": "true"], nil, .configuration("MARK_EMAIL_VERIFIED", credentials)),
            (
                ["STATE_TABLE": "state", "AWS_REGION": "eu-west-1"], .configuration("STATE_TABLE", credentials),
                .configuration("STATE_TABLE", credentials)
            ),
            (
                [
                    "SIGN_IN_FLOW": "EMAIL_OTP", "OTP_WITHOUT_LIMITS": "true", "OTP_KEY": SampleKeys.signingKey,
                    "OTP_SENDER": "a@example.test", "AWS_REGION": "eu-west-1",
                ], .configuration("OTP_SENDER", credentials), nil
            ),
        ]
        for (changes, create, verify) in faults {
            let (services, log) = (Services.test(signed.merging(changes) { $1 }), LogRecorder().log)
            #expect(Self.error { () throws(FunctionError) in _ = try CreateTrigger(services, log) } == create)
            #expect(Self.error { () throws(FunctionError) in _ = try VerifyTrigger(services, log) } == verify)
        }
    }

    private static func error(_ start: () throws(FunctionError) -> Void) -> FunctionError? {
        do throws(FunctionError) { try start() } catch { return error }
        return nil
    }

    @Test("every step that a flow may name has a method", arguments: FlowStep.allCases.map(\.rawValue))
    func everyStepHasAMethod(step: String) {
        let error = #expect(throws: FunctionError.self) {
            try TestDeployment([:], ["SIGN_IN_FLOW": "PASSWORD,\(step)"])
        }
        #expect(error?.kind == .configuration)
    }

    @Test("a sign-up is confirmed only for clients that are named")
    func confirmationNeedsNamedClients() {
        let problem = "must be set when CONFIRM_SIGN_UP is auto; * allows every client"
        #expect(throws: FunctionError.configuration("ALLOWED_CLIENT_IDS", problem)) {
            try start(.preSignUp, ["CONFIRM_SIGN_UP": "auto"])
        }
    }

    @Test("a warning at start names first enrolment by clients")
    func clientEnrolmentIsWarnedOf() throws {
        let deployment = try TestDeployment.authsignal(["FIRST_ENROLMENT": "client"])
        #expect(Set(deployment.recorder.lines).count == 1)
        #expect(deployment.recorder.lines.first?.hasPrefix("WARN FIRST_ENROLMENT=client") == true)
        try expect(TestDeployment.authsignal().recorder.lines) { $0.isEmpty }
    }

    private func start(_ function: SettingFault.Function, _ settings: [String: String]) throws {
        switch function {
        case .define: _ = try DefineTrigger(Settings(Environment(settings)))
        case .preSignUp: _ = try PreSignUpTrigger(.test(settings))
        case .preTokenGeneration: _ = try PreTokenGenerationTrigger(Settings(Environment(settings)))
        case .authsignal: _ = try TestDeployment.authsignal(settings)
        case .signed: _ = try TestDeployment.signed(settings)
        case .oidc: _ = try TestDeployment(IDTokenIssuer.settings, settings)
        case .oidcSignUp: _ = try PreSignUpTrigger(.test(IDTokenIssuer.settings.merging(settings) { $1 }))
        }
    }
}

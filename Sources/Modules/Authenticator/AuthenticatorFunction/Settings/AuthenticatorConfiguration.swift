internal import AuditLog
internal import AuthenticatorService
internal import EmailCodes
internal import FunctionServices
internal import LambdaRuntime
internal import PasskeyServices
private import Passkeys
internal import SignInMail
internal import WebAuthn

/// What the authenticator is configured with: one value, read once when the function starts.
struct AuthenticatorConfiguration {
    /// The service's settings. They hold `TOKEN_SIGNING_KEY`, which may be replaced while the process runs.
    let settings: RotatingSecret<AuthenticatorSettings>
    /// `USERS_TABLE`, `STATE_TABLE`.
    let tables: PasskeyTables
    /// `OTP_LIFETIME`, `OTP_MAILS_PER_HOUR`, `OTP_MAILS_PER_NETWORK`.
    let codeRules: CodeRules
    /// `OTP_KEY`, `OTP_COUNTING_KEY`.
    let codeKeys: RotatingSecret<CodeKeys>
    /// The mails.
    let mails: MailSettings
    /// `MINIMUM_RESPONSE_TIME`, in milliseconds.
    let minimumResponseTime: Int64
    /// `CLOUDFRONT_SECRET`; nil if the deployment has no distribution of its own.
    let distributionSecret: RotatingSecret<ReplaceableKey>?
    /// `AUDIT`, `AUDIT_KEY`; nil without an audit log.
    let digests: SubjectDigests?

    init(_ services: Services, _ log: Log) throws(FunctionError) {
        let settings = services.settings
        self.settings = try services.replaceableKey(
            "TOKEN_SIGNING_KEY", previous: "TOKEN_SIGNING_KEY_PREVIOUS", log
        ) { (key) throws(FunctionError) in try AuthenticatorSettings(settings, key) }
        tables = try PasskeyTables(services)
        codeRules = CodeRules(
            lifetime: try settings.codeLifetime(), mailsPerHour: try settings.mailsPerHour(),
            mailsPerNetwork: try settings.integer("OTP_MAILS_PER_NETWORK", in: 0...1_000, default: 30))
        codeKeys = try services.codeKeys(log)
        mails = try MailSettings(settings)
        minimumResponseTime = try settings.minimumResponseTime()
        let variable = "CLOUDFRONT_SECRET"
        let hasDistribution = settings.text(variable) != nil || services.isReadFromSecretsManager(variable)
        distributionSecret =
            hasDistribution ? try services.replaceableKey(variable, log) { (key) throws(FunctionError) in key } : nil
        digests = try SubjectDigests(services)
    }
}

extension AuthenticatorSettings {
    /// The settings of a function.
    /// - Parameter key: the key of the tokens that the pool's functions seal.
    fileprivate init(_ settings: Settings, _ key: ReplaceableKey) throws(FunctionError) {
        guard let poolID = settings.text("USER_POOL_ID") else {
            throw .configuration("USER_POOL_ID", "must be the id of the user pool")
        }
        let pool: ServedPool
        do { pool = try ServedPool(id: poolID, key: key.current, previousKey: key.previous) } catch {
            throw .configuration("TOKEN_SIGNING_KEY", "is not usable: \(error)")
        }
        self.init(
            pool: pool, relyingParty: try settings.relyingParty(attestation: settings.attestationPolicy()),
            appleAppIDs: try settings.list("APPLE_APP_IDS") ?? [], androidApps: try settings.androidApps(),
            tokenLifetime: try settings.tokenLifetime())
        maximumProofAge = try settings.maximumProofAge()
        relatedOrigins = try settings.relatedOrigins()
        enrollPage = try settings.page("PASSKEY_ENROLL_URL")
        managePage = try settings.page("PASSKEY_MANAGE_URL")
        hints = try settings.passkeyHints()
        signCounts = try SignCountPolicy(settings)
        demandsAAL2 = try settings.requiredAssurance() == .aal2
    }
}

internal import EmailCodes
internal import FunctionServices
internal import LambdaRuntime
internal import SignInMail

/// The settings of `EMAIL_OTP`.
struct EmailOTPSettings {
    /// The figures of the limits.
    let rules: CodeRules
    /// What the app may show of an address.
    let mask: MaskedAddress
    /// `OTP_KEY`, `OTP_COUNTING_KEY`.
    let keys: RotatingSecret<CodeKeys>
    /// The limits' table; nil without limits.
    let table: DeploymentTable?
    /// The mails; nil in Verify.
    let mails: MailSettings?
    /// `MINIMUM_RESPONSE_TIME`, in milliseconds.
    let minimumResponseTime: Int64

    init(
        _ services: Services, for function: ChallengeFunction, _ table: DeploymentTable?, _ log: Log
    ) throws(FunctionError) {
        let settings = services.settings
        let variable = "OTP_WITHOUT_LIMITS"
        let isUnlimited = try settings.flag(variable)
        guard table != nil || isUnlimited else {
            throw .configuration(
                DeploymentTable.variable,
                "must be set for EMAIL_OTP: without it nothing limits guessing; \(variable)=true accepts that")
        }
        self.table = table
        mask = try settings.choice(MaskedAddress.variable, default: .constant)
        let mostGuesses = Int64(CodeRules.maximumGuesses)
        rules = CodeRules(
            // More digits if nothing counts the guesses.
            digits: table != nil ? 6 : 8, lifetime: try settings.codeLifetime(),
            guesses: Int(try settings.integer("OTP_GUESSES_PER_CODE", in: 1...mostGuesses, default: mostGuesses)),
            mailsPerHour: try settings.mailsPerHour())
        keys = try services.codeKeys(log)
        mails = function == .create ? try MailSettings(settings) : nil
        minimumResponseTime = function == .create ? try settings.minimumResponseTime() : 0
        if table == nil { log(.warn, "\(variable): nothing counts guesses and codes across sign-ins") }
    }
}

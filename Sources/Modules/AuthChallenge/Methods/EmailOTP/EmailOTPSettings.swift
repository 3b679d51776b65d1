internal import LambdaRuntime
private import Primitives
internal import SignInRules

/// The settings of `EMAIL_OTP` that are numbers.
struct EmailOTPSettings {
    /// How many digits a code has: more if nothing counts the guesses.
    let digits: Int
    /// How long a code is valid, in seconds.
    let lifetime: Int64
    /// How many different answers are judged for one code.
    let guessesPerCode: Int64
    /// How many codes are sent to one user within one hour by the clock.
    let codesPerHour: Int64

    init(_ settings: Settings, hasLimits: Bool) throws(FunctionError) {
        let variable = "OTP_WITHOUT_LIMITS"
        let isUnlimited = try settings.flag(variable)
        guard hasLimits || isUnlimited else {
            throw .configuration(
                DeploymentTable.variable,
                "must be set for EMAIL_OTP: without it nothing limits guessing; "
                    + "\(variable)=true accepts that")
        }
        digits = hasLimits ? 6 : 8
        lifetime = try settings.integer("OTP_LIFETIME", in: 60...900, default: 300)
        guessesPerCode = try settings.integer("OTP_GUESSES_PER_CODE", in: 1...10, default: 5)
        codesPerHour = try settings.integer("OTP_CODES_PER_HOUR", in: 1...20, default: 5)
    }

    /// The digits of an answer, which may have spaces between them; nil for anything that cannot be a code.
    func digits(in answer: String) -> String? {
        guard answer.utf8.count <= 32 else { return nil }
        let digits = answer.utf8.filter { $0 != UInt8(ascii: " ") }
        guard digits.count == self.digits, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        return String(decoding: digits, as: UTF8.self)
    }
}

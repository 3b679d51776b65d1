internal import FunctionServices
internal import HTTP
internal import LambdaRuntime
private import Primitives
internal import SignInRules

/// The settings of `CAPTCHA`.
struct CaptchaSettings {
    let provider: CaptchaProvider
    /// The public key of the widget.
    let siteKey: String
    /// The hosts of the pages on which the CAPTCHA may be solved.
    let hostnames: Set<String>
    /// The action that the page must give the widget; nil if every action is accepted.
    let action: String?
    /// The lowest score accepted; nil if the key gives no scores.
    let minimumScore: Double?
    /// How long ago the CAPTCHA may have been shown, in seconds.
    let maximumAge: Int64
    /// The address of the siteverify call.
    let verifyURL: String
    /// `CAPTCHA_SECRET`; nil in Create.
    let secret: RotatingSecret<String>?

    init(
        _ services: Services, for function: ChallengeFunction, _ log: Log
    ) throws(FunctionError) {
        let settings = services.settings
        let providerVariable = "CAPTCHA_PROVIDER"
        guard let name = settings.text(providerVariable), let provider = CaptchaProvider(rawValue: name) else {
            let names = CaptchaProvider.allCases.map(\.rawValue).joined(separator: ", ")
            throw .configuration(providerVariable, "must be one of \(names)")
        }
        self.provider = provider
        let siteKeyVariable = "CAPTCHA_SITE_KEY"
        guard let siteKey = settings.text(siteKeyVariable), siteKey.utf8.count <= 256, Self.isPlain(siteKey, "-_.")
        else { throw .configuration(siteKeyVariable, "must be the provider's key for the page") }
        self.siteKey = siteKey
        hostnames = try Self.hostnames(settings)
        action = try Self.action(settings, of: provider)
        minimumScore = try Self.minimumScore(settings, of: provider)
        maximumAge = try settings.integer("CAPTCHA_MAX_AGE", in: 10...300, default: 120)
        verifyURL = try Self.verifyURL(settings) ?? provider.verifyURL
        secret = function == .verify ? try services.rotatingSecret("CAPTCHA_SECRET", log) : nil
    }

    /// A key works on every page that its owner has allowed. Only this list decides which of those pages may sign users
    /// in here.
    private static func hostnames(_ settings: Settings) throws(FunctionError) -> Set<String> {
        let variable = "CAPTCHA_HOSTNAMES"
        guard let names = try settings.list(variable) else { throw .configuration(variable, "must be set") }
        guard names.allSatisfy({ $0.utf8.count <= 253 && isPlain($0, "-.") && $0 == $0.lowercased() }) else {
            throw .configuration(variable, "must be host names in lower case, without scheme and port")
        }
        return Set(names)
    }

    private static func action(
        _ settings: Settings, of provider: CaptchaProvider
    ) throws(FunctionError) -> String? {
        let variable = "CAPTCHA_ACTION"
        guard let action = settings.text(variable) else { return nil }
        guard provider.knowsActions else { throw .configuration(variable, "does not exist for \(provider)") }
        guard action.utf8.count <= 100, isPlain(action, "_-/") else {
            throw .configuration(variable, "may hold only letters, digits and _ - /")
        }
        return action
    }

    private static func minimumScore(
        _ settings: Settings, of provider: CaptchaProvider
    ) throws(FunctionError) -> Double? {
        let variable = "CAPTCHA_MINIMUM_SCORE"
        guard let text = settings.text(variable) else { return nil }
        guard provider.knowsScores else { throw .configuration(variable, "is only for recaptcha") }
        guard text.utf8.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") }), let score = Double(text), score > 0,
            score <= 1
        else { throw .configuration(variable, "must be a number above 0 and up to 1, such as 0.5") }
        return score
    }

    /// The secret is sent to this address, so it must be the provider's or, for tests, one of this machine.
    private static func verifyURL(_ settings: Settings) throws(FunctionError) -> String? {
        let variable = "CAPTCHA_VERIFY_URL"
        guard let text = settings.text(variable) else { return nil }
        guard text.hasPrefix("http://"), let url = BaseURL(text) else {
            throw .configuration(variable, "must be a plain http address of this machine: it is for tests")
        }
        return url.text
    }

    private static func isPlain(_ text: String, _ marks: String) -> Bool {
        text.utf8.allSatisfy { $0.isASCIIAlphanumeric || marks.utf8.contains($0) }
    }
}

/// The service that shows the CAPTCHA and judges how it was solved (`CAPTCHA_PROVIDER`).
enum CaptchaProvider: String, CaseIterable {
    /// Cloudflare Turnstile.
    case turnstile
    /// hCaptcha.
    case hcaptcha
    /// Google reCAPTCHA, version 2 or 3.
    case recaptcha

    /// The address of its siteverify call.
    var verifyURL: String {
        switch self {
        case .turnstile: "https://challenges.cloudflare.com/turnstile/v0/siteverify"
        case .hcaptcha: "https://api.hcaptcha.com/siteverify"
        case .recaptcha: "https://www.google.com/recaptcha/api/siteverify"
        }
    }

    /// Whether its verdicts can name the action that a page gave the CAPTCHA.
    var knowsActions: Bool { self != .hcaptcha }

    /// Whether its verdicts can carry a score that is high for humans. hCaptcha's score counts the other way, and only
    /// paying customers get it.
    var knowsScores: Bool { self == .recaptcha }
}

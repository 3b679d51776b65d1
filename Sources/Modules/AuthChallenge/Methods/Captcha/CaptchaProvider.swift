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

import Testing
import TriggerTestSupport

/// Deployments whose flow begins with a CAPTCHA, and what its providers answer.
enum Captcha {
    static let siteKey = "0x4AAAAAAAexample"
    static let secret = "captcha-secret-0123456789"
    static let hostname = "app.example.test"
    /// What a widget gives the page.
    static let answer = "XXXX.captcha-answer_0123456789.XXXX"

    static let settings = [
        "SIGN_IN_FLOW": "CAPTCHA,RESULT_TOKEN", "TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": SampleKeys.signingKey,
        "CAPTCHA_PROVIDER": "turnstile", "CAPTCHA_SITE_KEY": siteKey, "CAPTCHA_SECRET": secret,
        "CAPTCHA_HOSTNAMES": "localhost, app.example.test",
    ]

    static let calls = [
        "turnstile": "POST https://challenges.cloudflare.com/turnstile/v0/siteverify",
        "hcaptcha": "POST https://api.hcaptcha.com/siteverify",
        "recaptcha": "POST https://www.google.com/recaptcha/api/siteverify",
    ]
    static let call = "POST https://challenges.cloudflare.com/turnstile/v0/siteverify"

    /// Members of a verdict in JSON, by their names; nil takes one out.
    typealias Changes = [String: String?]

    /// A verdict that passes unless a test changes it.
    static func verdict(_ changes: Changes = [:]) -> String {
        let standard: Changes = [
            "success": "true", "hostname": "\"app.example.test\"", "challenge_ts": "\"2027-01-15T07:59:50.123Z\"",
            "error-codes": "[]",
        ]
        let members = standard.merging(changes) { $1 }.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
        return "{\(members.sorted().joined(separator: ","))}"
    }

    /// A refusal for those reasons.
    static func refusal(_ codes: String...) -> String {
        let list = codes.map { "\"\($0)\"" }.joined(separator: ",")
        return #"{"success":false,"error-codes":[\#(list)]}"#
    }
}

extension TestDeployment {
    /// A deployment that asks for a CAPTCHA first.
    static func captcha(_ settings: [String: String] = [:]) throws -> TestDeployment {
        let deployment = try TestDeployment(Captcha.settings, settings)
        deployment.keepSecret(Captcha.secret)
        return deployment
    }

    /// Begins a round and answers it, for a provider that gives a verdict.
    func solve(_ verdict: String, status: Int = 200, provider: String = "turnstile") throws -> String {
        let call = try #require(Captcha.calls[provider])
        transport.on(call, .status(status, verdict))
        return try verify(try create(), Captcha.answer)
    }
}

/// What the sandbox makes of a request to Authsignal's API.
enum AuthsignalPath: Equatable {
    /// The authenticator answers it, at this target.
    case played(target: String)
    /// The sandbox does not answer as Authsignal does. The value says what the request is for.
    case notPlayed(String)

    /// What the methods are for that apps enrol, challenge and verify, by their segment in paths.
    private static let methods = [
        "sms": "codes by SMS", "whatsapp": "codes by WhatsApp", "totp": "authenticator apps",
        "email-magic-link": "links by email", "push": "push notifications", "qr-code": "QR codes",
        "in-app": "verification in an app", "device": "trusted devices", "security-key": "security keys",
        "recovery-code": "recovery codes", "palm-biometrics": "palm biometrics", "veriff": "Veriff",
        "iproov": "iProov", "idverse": "IDVerse",
    ]

    /// What only the authenticator lets apps do with one of the user's authenticators, by the method.
    private static let additions = ["DELETE": "the removal", "PATCH": "the naming"]

    /// The end of the paths that the browser SDK calls with `useCookies`. The answers are those without it.
    private static let cookieSuffix = "/web"

    /// The meaning of a request.
    ///
    /// - Parameters:
    ///   - target: the path with its query.
    ///   - mode: `authsignal` plays only what Authsignal has. The authenticator has more.
    init(method: String, target: String, in mode: StackSettings.TokenMode) {
        let path = String(target.prefix { $0 != "?" })
        let segments = path.split(separator: "/").map(String.init)
        guard segments.first == "v1", segments.count > 1 else {
            self = .played(target: target)
            return
        }
        if method == "GET", segments == ["v1", "challenge"] {
            // The `url` of a challenge leads there.
            self = .notPlayed("the pre-built pages")
        } else if let purpose = Self.unplayedPurpose(method, Array(segments.dropFirst())) {
            self = .notPlayed(purpose)
        } else if mode == .authsignal, segments.count == 4, segments[1...2] == ["client", "user-authenticators"],
            let purpose = Self.additions[method]
        {
            self = .notPlayed("\(purpose) of authenticators by an app, which Authsignal's API lacks")
        } else {
            self = .played(target: Self.withoutCookieSuffix(path) + target.dropFirst(path.count))
        }
    }

    private static func withoutCookieSuffix(_ path: String) -> String {
        let paths = [
            "/v1/client/challenge", "/v1/client/user-authenticators/passkey/registration-options",
            "/v1/client/user-authenticators/passkey/authentication-options",
        ]
        return paths.first { $0 + cookieSuffix == path } ?? path
    }

    /// What a request is for that only Authsignal answers; nil for every other request.
    private static func unplayedPurpose(_ method: String, _ path: [String]) -> String? {
        switch (method, path.count, path[0]) {
        case ("POST", 1, "challenge"), ("POST", 1, "verify"), ("POST", 1, "claim"): "codes that a server asks for"
        case (_, _, "sessions"): "Authsignal's own sessions"
        case (_, _, "management"): "the management API"
        case ("GET", 1, "users"): "searches for users"
        case ("GET", 3, "users") where path[2] == "actions": "lists of actions"
        case (_, 4..., "client") where path[1] == "public": "the published keys of tokens"
        case (_, 3..., "client") where ["challenge", "user-authenticators", "verify"].contains(path[1]):
            methods[path[2]]
        default: nil
        }
    }
}

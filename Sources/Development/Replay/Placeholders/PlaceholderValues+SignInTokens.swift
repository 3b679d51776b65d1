private import AuthenticatorService
private import Essentials
private import JSON
private import Primitives
private import StandIns

/// The tokens between Create, the authenticator and Verify.
extension PlaceholderValues {
    /// What the bearer of a result token may do at the authenticator.
    private static let provenScope =
        "read:authenticators add:authenticators update:authenticators remove:authenticators"

    /// Keys that no function knows.
    static let foreignKeys = DocumentedKeys(Array("a key that belongs to nobody in here".utf8))

    func keys(_ variable: String = "TOKEN_SIGNING_KEY") -> DocumentedKeys {
        DocumentedKeys(Array((environment[variable] ?? "").utf8))
    }

    private var isSigned: Bool { environment["TOKEN_MODE"] == "signed" }

    /// A challenge token or a result token, as the mode has them.
    func token(_ placeholder: Placeholder, type: String) async throws(ReplayError) -> String {
        try placeholder.requireArguments(
            among: [
                "method", "key", "age", "lifetime", "subject", "action", "email", "state", "pool", "type", "signedBy",
                "userVerified", "scope", "authenticator",
            ])
        let arguments = placeholder.arguments
        var template = TokenTemplate(
            userPoolID: try member("userPoolId", for: placeholder, argument: "pool"),
            subject: try attribute("sub", for: placeholder, argument: "subject"),
            username: try member("userName", for: placeholder),
            idempotencyKey: try idempotencyKey(placeholder),
            email: isSigned ? try attribute("email", for: placeholder) : "",
            issuedAt: Int64(Date().timeIntervalSince1970) - (try placeholder.seconds("age") ?? 0))
        template.action = arguments["action"] ?? template.action
        // With a result token its user may do everything (docs/tokens.md).
        if type == "result+jwt" { template.scope = Self.provenScope }
        template.scope = arguments["scope"] ?? template.scope
        template.lifetime = try placeholder.seconds("lifetime") ?? template.lifetime
        if type == "result+jwt" {
            template.verificationMethod = arguments["method"] ?? "PASSKEY"
            template.state = arguments["state"] ?? "CHALLENGE_SUCCEEDED"
            template.userVerified = try placeholder.flag("userVerified")
            template.authenticatorID = arguments["authenticator"]
        }
        do {
            return isSigned
                ? try signed(template, type: arguments["type"] ?? type, by: arguments["signedBy"] ?? "current")
                : try await authsignalToken(template)
        } catch {
            throw .placeholder(placeholder.text, fault: "\(error)")
        }
    }

    private func signed(_ template: TokenTemplate, type: String, by signer: String) throws -> String {
        switch signer {
        case "current": return try template.made(type: type, with: keys())
        case "previous": return try template.made(type: type, with: keys("TOKEN_SIGNING_KEY_PREVIOUS"))
        case "other": return try template.made(type: type, with: Self.foreignKeys)
        case "none": return template.unsigned(type: type, digestKeys: keys())
        default: throw Fault("signedBy is current, previous, other or none")
        }
    }

    /// Makes the stand-in remember an action in that state, and returns its token.
    private func authsignalToken(_ template: TokenTemplate) async throws -> String {
        let action = TrackedAction(
            state: ActionState(rawValue: template.state ?? "CHALLENGE_REQUIRED"), at: template.issuedAt,
            verificationMethod: template.verificationMethod.map(VerificationMethod.init(rawValue:)))
        return try await authsignal.stage(
            action, userID: template.subject, code: template.action, idempotencyKey: template.idempotencyKey,
            lifetime: template.lifetime)
    }

    /// The idempotency key that the placeholder names, by default that of the event's round.
    func idempotencyKey(_ placeholder: Placeholder) throws(ReplayError) -> String {
        switch placeholder.arguments["key"] ?? "round" {
        case "earlier": return UUID().uuidString.lowercased()
        case "round":
            guard let key = event?["request"]?["privateChallengeParameters"]?["key"]?.string ?? request("key") else {
                throw .placeholder(placeholder.text, fault: "the event has no private parameter key; name a key")
            }
            return key
        case let key: return key
        }
    }

    /// The placeholder's argument, or else the event's member of that name.
    func member(
        _ name: String, for placeholder: Placeholder, argument: String? = nil
    ) throws(ReplayError) -> String {
        guard let value = placeholder.arguments[argument ?? name] ?? event?[name]?.string ?? request(name) else {
            throw .placeholder(placeholder.text, fault: "the event has no \(name)")
        }
        return value
    }

    /// The placeholder's argument, or else the event's user attribute of that name.
    func attribute(
        _ name: String, for placeholder: Placeholder, argument: String? = nil
    ) throws(ReplayError) -> String {
        guard
            let value = placeholder.arguments[argument ?? name]
                ?? event?["request"]?["userAttributes"]?[name]?.string ?? request(name)
        else {
            throw .placeholder(placeholder.text, fault: "the event's user has no \(name)")
        }
        return value
    }
}

internal import AuthenticatorService
internal import Foundation
package import JSON
internal import Primitives
package import StandIns

/// Fills the placeholders of one case from its event, its environment and the stand-ins.
package struct PlaceholderValues: Sendable {
    let event: JSONValue?
    let environment: [String: String]
    let authsignal: AuthsignalStandIn
    let issuer: IssuerStandIn
    let captcha: CaptchaStandIn
    let runValues: [String: String]

    /// Values for a case.
    ///
    /// - Parameters:
    ///   - event: the event before its own placeholders are filled; nil if it is not JSON.
    ///   - environment: the function's variables.
    ///   - authsignal: the stand-in that makes the tokens of `authsignal` mode.
    ///   - issuer: the stand-in whose keys sign the tokens of `oidc` mode.
    ///   - captcha: the stand-in that judges answers to a CAPTCHA.
    ///   - runValues: the values that differ from run to run, by the names of their placeholders.
    package init(
        event: JSONValue?, environment: [String: String], authsignal: AuthsignalStandIn,
        issuer: IssuerStandIn, captcha: CaptchaStandIn, runValues: [String: String] = [:]
    ) {
        self.event = event
        self.environment = environment
        self.authsignal = authsignal
        self.issuer = issuer
        self.captcha = captcha
        self.runValues = runValues
    }

    /// What the bearer of a result token may do at the authenticator.
    private static let provenScope =
        "read:authenticators add:authenticators update:authenticators remove:authenticators"

    /// Keys that no function knows.
    private static let foreignKeys = DocumentedKeys(Array("a key that belongs to nobody in here".utf8))

    /// The value of a placeholder.
    ///
    /// - Throws: `ReplayError.placeholder` for a placeholder that is unknown or cannot be filled.
    package func value(of placeholder: Placeholder) async throws(ReplayError) -> String {
        if let value = runValues[placeholder.name] { return value }
        switch placeholder.name {
        case "uuid":
            try placeholder.requireArguments(among: [])
            return UUID().uuidString.lowercased()
        case "filler": return try filler(placeholder)
        case "resultToken": return try await token(placeholder, type: "result+jwt")
        case "challengeToken": return try await token(placeholder, type: "challenge+jwt")
        case "idToken": return try idToken(placeholder)
        case "captchaAnswer": return await captcha.answer(for: try solution(placeholder))
        case "accessToken": return try accessToken(placeholder)
        default: throw .placeholder(placeholder.text, fault: "unknown name")
        }
    }

    private func filler(_ placeholder: Placeholder) throws(ReplayError) -> String {
        try placeholder.requireArguments(among: ["bytes"])
        guard let count = placeholder.arguments["bytes"].flatMap({ Int($0) }), 1...(1 << 20) ~= count else {
            throw .placeholder(placeholder.text, fault: "bytes is a number up to 1048576")
        }
        return String(repeating: "a", count: count)
    }

    private func keys(_ variable: String = "TOKEN_SIGNING_KEY") -> DocumentedKeys {
        DocumentedKeys(Array((environment[variable] ?? "").utf8))
    }

    private var isSigned: Bool { environment["TOKEN_MODE"] == "signed" }

    private func token(_ placeholder: Placeholder, type: String) async throws(ReplayError) -> String {
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

    private func idToken(_ placeholder: Placeholder) throws(ReplayError) -> String {
        try placeholder.requireArguments(among: IDTokenTemplate.arguments)
        let template = IDTokenTemplate(
            placeholder.arguments, issuer: environment["OIDC_ISSUER"] ?? "", age: try placeholder.seconds("age") ?? 0,
            lifetime: try placeholder.seconds("lifetime") ?? 3_600)
        do { return try template.signed(by: issuer) } catch { throw .placeholder(placeholder.text, fault: "\(error)") }
    }

    private func solution(_ placeholder: Placeholder) throws(ReplayError) -> CaptchaSolution {
        try placeholder.requireArguments(among: ["hostname", "action", "score", "age", "error", "omits"])
        let arguments = placeholder.arguments
        var solution = CaptchaSolution()
        solution.hostname = arguments["hostname"] ?? solution.hostname
        solution.action = arguments["action"]
        solution.score = arguments["score"]
        solution.error = arguments["error"]
        solution.time = Date(timeIntervalSinceNow: -Double(try placeholder.seconds("age") ?? 0))
        switch arguments["omits"] {
        case nil: break
        case "hostname": solution.hostname = nil
        case "time": solution.time = nil
        default: throw .placeholder(placeholder.text, fault: "omits is hostname or time")
        }
        return solution
    }

    private func accessToken(_ placeholder: Placeholder) throws(ReplayError) -> String {
        try placeholder.requireArguments(among: AccessTokenTemplate.arguments)
        let template = AccessTokenTemplate(
            placeholder.arguments, issuer: environment["USER_POOL_ISSUER"] ?? "",
            signInAge: try placeholder.seconds("signInAge") ?? 0, age: try placeholder.seconds("age") ?? 0,
            lifetime: try placeholder.seconds("lifetime") ?? 3_600)
        do { return try template.signed(by: issuer) } catch { throw .placeholder(placeholder.text, fault: "\(error)") }
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
        let action = ActionRecord(
            state: ActionState(rawValue: template.state ?? "CHALLENGE_REQUIRED"), at: template.issuedAt,
            verificationMethod: template.verificationMethod.map(VerificationMethod.init(rawValue:)))
        return try await authsignal.stage(
            action, userID: template.subject, code: template.action, idempotencyKey: template.idempotencyKey,
            lifetime: template.lifetime)
    }

    private func idempotencyKey(_ placeholder: Placeholder) throws(ReplayError) -> String {
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
    private func member(
        _ name: String, for placeholder: Placeholder, argument: String? = nil
    ) throws(ReplayError) -> String {
        guard let value = placeholder.arguments[argument ?? name] ?? event?[name]?.string ?? request(name) else {
            throw .placeholder(placeholder.text, fault: "the event has no \(name)")
        }
        return value
    }

    /// The placeholder's argument, or else the event's user attribute of that name.
    private func attribute(
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

extension Placeholder {
    fileprivate func requireArguments(among names: Set<String>) throws(ReplayError) {
        guard let unknown = Set(arguments.keys).subtracting(names).min() else { return }
        throw .placeholder(text, fault: "unknown argument \(unknown)")
    }

    fileprivate func flag(_ name: String) throws(ReplayError) -> Bool? {
        guard let value = arguments[name] else { return nil }
        guard let flag = Bool(value) else { throw .placeholder(text, fault: "\(name) is true or false") }
        return flag
    }

    fileprivate func seconds(_ name: String) throws(ReplayError) -> Int64? {
        guard let value = arguments[name] else { return nil }
        guard let seconds = Int64(value) else { throw .placeholder(text, fault: "\(name) is whole seconds") }
        return seconds
    }
}

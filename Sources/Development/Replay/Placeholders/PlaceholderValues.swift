internal import Essentials
package import JSON
package import StandIns

/// Fills the placeholders of one case from its event, its environment and the stand-ins.
package struct PlaceholderValues: Sendable {
    let event: JSONValue?
    let environment: [String: String]
    let authsignal: AuthsignalStandIn
    let issuer: IssuerStandIn
    let captcha: CaptchaStandIn
    let tables: TableStandIn
    let runValues: [String: String]

    /// Values for a case.
    ///
    /// - Parameters:
    ///   - event: the event before its own placeholders are filled; nil if it is not JSON.
    ///   - environment: the function's variables.
    ///   - authsignal: the stand-in that makes the tokens of `authsignal` mode.
    ///   - issuer: the stand-in whose keys sign the tokens of `oidc` mode.
    ///   - captcha: the stand-in that judges answers to a CAPTCHA.
    ///   - tables: where answers' passkeys are registered.
    ///   - runValues: the values that differ from run to run, by the names of their placeholders.
    package init(
        event: JSONValue?, environment: [String: String], authsignal: AuthsignalStandIn,
        issuer: IssuerStandIn, captcha: CaptchaStandIn, tables: TableStandIn, runValues: [String: String] = [:]
    ) {
        self.event = event
        self.environment = environment
        self.authsignal = authsignal
        self.issuer = issuer
        self.captcha = captcha
        self.tables = tables
        self.runValues = runValues
    }

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
        case "passkeyAnswer": return try await passkeyAnswer(placeholder)
        case "challengeToken": return try await token(placeholder, type: "challenge+jwt")
        case "idToken": return try signed(placeholder, .idToken(placeholder, issuer: environment["OIDC_ISSUER"] ?? ""))
        case "captchaAnswer": return await captcha.answer(for: try solution(placeholder))
        case "accessToken":
            return try signed(placeholder, .accessToken(placeholder, issuer: environment["USER_POOL_ISSUER"] ?? ""))
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

    private func signed(
        _ placeholder: Placeholder, _ template: IssuerTokenTemplate
    ) throws(ReplayError) -> String {
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
}

internal import FlyingFox
internal import JSON
internal import LoopbackServer
internal import RuntimeAPIHost
internal import WebAuthn

/// The function URL of the authenticator, at the paths that apps and servers call.
extension SandboxStack {
    /// The origins that may use the passkeys: the sandbox's own, and those in the settings.
    func passkeyOrigins() throws(ConfigurationError) -> [Origin] {
        let further = try settings.origins.map { text throws(ConfigurationError) in try Origin(text) }
        let apps = try settings.androidApps.map { app throws(ConfigurationError) in
            try Origin(androidFingerprint: app.fingerprint)
        }
        return [try Origin(url)] + further + apps
    }

    /// Checks the settings that the passkeys depend on, so that a fault is named in the words of the options.
    func checkPasskeySettings() throws(SandboxError) {
        do throws(ConfigurationError) {
            _ = try RelyingParty(id: settings.relyingPartyID, name: "Passkey sandbox", origins: try passkeyOrigins())
        } catch { throw .invalidSetting(name: "passkeys", fault: error.words) }
    }

    /// Hands a request to the function as Lambda does.
    nonisolated func answerFromAuthenticator(_ request: HTTPRequest) async -> HTTPResponse {
        if request.method == .OPTIONS { return .authenticatorPreflight }
        guard let function = await authenticator, let body = try? await [UInt8](request.bodyData) else {
            return HTTPResponse(statusCode: .serviceUnavailable)
        }
        let logged = await function.logLines().count
        let start = ContinuousClock.now
        let result = try? await function.invoke(FrontDoor.event(request, body))
        var response = result.flatMap(FrontDoor.response) ?? FrontDoor.failure(.badGateway, "Internal Server Error")
        let duration = ContinuousClock.now - start
        let log = await Self.warnings(of: function, after: logged)
        if request.target.rawValue.hasPrefix("/v1/"), let answer = try? await [UInt8](response.bodyData) {
            AuthenticatorRecorder(timeline: timeline).record(
                AuthenticatorRecorder.Exchange(
                    method: request.method.rawValue, target: request.target.rawValue, body: body,
                    status: response.statusCode.code, answer: answer, log: log), duration: duration)
        }
        response.headers[HTTPHeader("Access-Control-Allow-Origin")] = "*"
        return response
    }

    /// The warnings and errors that a function has logged since it had logged so many lines. The line of metrics is the
    /// last one of an event; it comes a moment after the answer.
    private static func warnings(of function: FunctionInstance, after count: Int) async -> [String] {
        var lines: [String] = []
        for _ in 0..<50 {
            lines = await Array(function.logLines().dropFirst(count))
            if lines.contains(where: { $0.contains(#""_aws""#) }) { break }
            try? await Task.sleep(for: .milliseconds(4))
        }
        return lines.compactMap { line in
            guard let json = try? JSONValue(parsing: Array(line.utf8)),
                ["WARN", "ERROR"].contains(json["level"]?.string)
            else { return nil }
            return json["message"]?.string
        }
    }
}

extension ConfigurationError {
    /// The message for the user who typed the setting.
    fileprivate var words: String {
        switch self {
        case .invalidRelyingPartyID: "the relying party must be a domain name in lower case, such as dev.example.com"
        case .invalidOrigin(let text):
            """
            \(text) is neither an origin, such as https://app.example.com without a slash at the end, nor a SHA-256 \
            fingerprint, pairs of hexadecimal digits between colons
            """
        default: "\(self)"
        }
    }
}

extension HTTPResponse {
    /// Web pages of any origin may call the client API: its calls carry no cookies.
    fileprivate static var authenticatorPreflight: HTTPResponse {
        // "*" does not cover Authorization.
        let allowed = [
            "Authorization", "Content-Type", "X-Authsignal-Version", "X-Authsignal-SDK", "X-Authsignal-Tenant-ID",
            "X-Authsignal-Native-SDK", "X-Authsignal-Native-Version",
        ]
        var response = HTTPResponse(statusCode: .ok)
        response.headers[HTTPHeader("Access-Control-Allow-Origin")] = "*"
        response.headers[HTTPHeader("Access-Control-Allow-Methods")] = "GET, POST, PATCH, DELETE, OPTIONS"
        response.headers[HTTPHeader("Access-Control-Allow-Headers")] = allowed.joined(separator: ", ")
        response.headers[HTTPHeader("Access-Control-Max-Age")] = "7200"
        return response
    }
}

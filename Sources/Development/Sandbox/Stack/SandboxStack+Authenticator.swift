internal import AuthenticatorService
internal import FlyingFox
internal import Foundation
internal import JSON
internal import LocalCognito
internal import LoopbackServer
internal import WebAuthn

/// The authenticator in the sandbox: its settings, and its requests with their events.
extension SandboxStack {
    /// An authenticator for the token modes `signed` and `authsignal`, with passkeys for this origin.
    ///
    /// - Throws: `SandboxError.invalidSetting`.
    func makeAuthenticator() throws(SandboxError) -> Authenticator {
        let tenants: [Tenant] = [
            .signed(userPoolID: settings.pool.id, key: Array(StackSettings.signingKey.utf8), previousKey: nil),
            .authsignal(id: StackSettings.tenantID, secret: StackSettings.authsignalSecret),
        ]
        let authenticatorSettings = AuthenticatorSettings(
            tenants: tenants, relyingParty: try relyingParty(), appleAppIDs: settings.appleAppIDs,
            androidApps: settings.androidApps.map {
                AndroidApp(packageName: $0.packageName, fingerprints: [$0.fingerprint])
            }, baseURL: url + "/v1")
        let storage: any AuthenticatorStorage
        do throws(StateFileError) {
            storage =
                try settings.stateFile.map { path throws(StateFileError) in try FileStorage(path: path) }
                ?? MemoryStorage()
        } catch { throw SandboxError(error) }
        do {
            return try Authenticator(
                authenticatorSettings, storage: storage,
                codeSender: TimelineMailBox(timeline: timeline), now: { Int64(Date().timeIntervalSince1970) })
        } catch { throw .invalidSetting(name: "authenticator", fault: "\(error)") }
    }

    private func relyingParty() throws(SandboxError) -> RelyingParty {
        do throws(ConfigurationError) {
            return try RelyingParty(
                id: settings.relyingPartyID, name: "Passkey sandbox", origins: try passkeyOrigins(),
                userHandles: .anyClientEncoding)
        } catch { throw .invalidSetting(name: "passkeys", fault: error.words) }
    }

    /// The origins that may use the passkeys: the sandbox's own, and those in the settings.
    func passkeyOrigins() throws(ConfigurationError) -> [Origin] {
        let further = try settings.origins.map { text throws(ConfigurationError) in try Origin(text) }
        let apps = try settings.androidApps.map { app throws(ConfigurationError) in
            try Origin(androidFingerprint: app.fingerprint)
        }
        return [try Origin(url)] + further + apps
    }

    /// Hands a request to the authenticator.
    nonisolated func answerFromAuthenticator(_ request: HTTPRequest) async -> HTTPResponse {
        if request.method == .OPTIONS { return .authenticatorPreflight }
        guard let apiRequest = await APIRequest(request) else { return HTTPResponse(statusCode: .serviceUnavailable) }
        let start = ContinuousClock.now
        guard let answer = await answer(apiRequest) else { return HTTPResponse(statusCode: .serviceUnavailable) }
        if apiRequest.target.hasPrefix("/v1/") {
            AuthenticatorRecorder(timeline: timeline).record(
                apiRequest, answer: answer, duration: ContinuousClock.now - start)
        }
        var response = HTTPResponse(answer)
        response.headers[HTTPHeader("Access-Control-Allow-Origin")] = "*"
        return response
    }

    /// The authenticator's answer; nil if there is no authenticator.
    private func answer(_ request: APIRequest) -> APIResponse? { authenticator?.answer(request) }
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
        case .tooManyLabels(let labels):
            "the origins have more labels than browsers read: \(labels.joined(separator: ", "))"
        case .noOrigin, .noAlgorithm, .invalidUserHandle: "\(self)"
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

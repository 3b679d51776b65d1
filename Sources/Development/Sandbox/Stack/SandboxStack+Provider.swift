internal import Essentials
internal import LoopbackServer
internal import OpenIDProvider
internal import StandIns
internal import WebAuthn

/// The OpenID provider in the sandbox. Its paths begin at the root, as on a domain of its own.
extension SandboxStack {
    /// A provider without users, with passkeys for this origin.
    ///
    /// - Throws: `SandboxError.invalidSetting`.
    func makeProvider() throws(SandboxError) -> OpenIDProvider {
        do throws(ConfigurationError) {
            var providerSettings = try ProviderSettings(
                issuer: url + "/", clientIDs: [StackSettings.providerClientID],
                relyingPartyID: settings.relyingPartyID, origins: try passkeyOrigins())
            settings.provider.apply(to: &providerSettings)
            let mailBox = TimelineMailBox(timeline: timeline)
            return OpenIDProvider(providerSettings, deliver: { mailBox.record($0) }) {
                Int64(Date().timeIntervalSince1970)
            }
        } catch { throw .invalidSetting(name: "passkeys", fault: "\(error)") }
    }

    /// Whether a path below `/.well-known` belongs to the provider.
    static func belongsToProvider(_ path: String) -> Bool {
        ["/.well-known/openid-configuration", "/.well-known/jwks.json"].contains(path)
    }

    /// Hands a request to the provider. Web pages of the origins that may use the passkeys can call it, as an Auth0
    /// tenant allows its configured origins.
    nonisolated func answerFromProvider(_ request: LoopbackRequest) async -> LoopbackResponse {
        await answer(
            request, forPagesAsking: "GET, POST, PATCH, DELETE", sending: "auth0-client, authorization, content-type",
            reading: "Location"
        ) {
            await askProvider($0)
        }
    }

    private nonisolated func askProvider(_ request: LoopbackRequest) async -> LoopbackResponse {
        guard let provider = await provider else { return LoopbackResponse(503) }
        let start = ContinuousClock.now
        var answer = await provider.respond(to: request)
        AuthenticatorRecorder(timeline: timeline).record(
            request, answer: answer, duration: ContinuousClock.now - start)
        if let audience = answer.unknownAudience {
            tell(
                """
                The issuer knows no API \(audience). Start the sandbox with --issuer-setting audiences=\(audience)
                """)
        }
        if answer.status >= 400, let origin = PasskeyOrigin(ofCredentialIn: request.body), await !allows(origin) {
            tell(origin.advice)
        }
        answer.headers["cache-control"] = "no-store"
        return answer
    }
}

internal import AuthenticatorService
internal import Essentials
internal import JSON
internal import LocalCognito
internal import LoopbackServer
internal import Passkeys
internal import RuntimeAPIHost
internal import StandIns
internal import WebAuthn

/// The function URL of the authenticator, or Authsignal's API, at the paths that apps and servers call.
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

    /// A stand-in for Authsignal whose users' passkeys and mailboxes lie in the sandbox's tables.
    func makeAuthsignal() throws(SandboxError) -> AuthsignalStandIn {
        let (settings, tables, link) = (settings, aws.table, url + "/v1")
        let mailBox = TimelineMailBox(timeline: timeline)
        do {
            let relyingParty = try RelyingParty(
                id: settings.relyingPartyID, name: "Passkey sandbox", origins: try passkeyOrigins())
            return try AuthsignalStandIn { (_) throws(StandInError) in
                try AuthsignalTenant(
                    id: StackSettings.tenantID, secret: StackSettings.authsignalSecret, address: link,
                    sender: StackSettings.codeSender, tables: tables,
                    users: StackSettings.usersTableName, state: StackSettings.stateTableName,
                    change: { change in
                        change.relyingParty = relyingParty
                        change.appleAppIDs = settings.appleAppIDs
                        change.androidApps = settings.androidApps.map {
                            AndroidApp(packageName: $0.packageName, fingerprints: [$0.fingerprint])
                        }
                    }, onMail: mailBox.record, now: { Int64(Date().timeIntervalSince1970 * 1_000) })
            }
        } catch { throw .invalidSetting(name: "passkeys", fault: "\(error)") }
    }

    /// Answers a request to Authsignal's API: by the authenticator or the stand-in, or in the sandbox's own words if it
    /// does not play it.
    nonisolated func answerFromAuthenticator(_ request: LoopbackRequest) async -> LoopbackResponse {
        let origin = await allowedOrigin(of: request)
        guard request.method != "OPTIONS" else { return LoopbackResponse.authenticatorPreflight.readable(by: origin) }
        let mode = await settings.tokenMode
        switch AuthsignalPath(method: request.method, target: request.target, in: mode) {
        case .played(let target): return await askAuthenticator(request, at: target).readable(by: origin)
        case .notPlayed(let purpose): return refuse(request, for: purpose).readable(by: origin)
        }
    }

    private nonisolated func askAuthenticator(_ request: LoopbackRequest, at target: String) async -> LoopbackResponse {
        let start = ContinuousClock.now
        var (response, requestID, log) = await answer(request, at: target)
        let duration = ContinuousClock.now - start
        guard target.hasPrefix("/v1/") else { return response }
        var advice: AuthenticatorRecorder.Advice?
        if let (code, status, text) = await mistake(in: request.body, response.body) {
            response = .refusal(status, code: code, description: text)
            advice = AuthenticatorRecorder.Advice(outcome: code.replacing("_", with: " "), text: text)
            tell(text)
        }
        if response.status == 200 { await remember(request) }
        record(request, requestID, response, log: log, advice, duration)
        return response
    }

    /// Hands a request to the stand-in for Authsignal, or to the function as Lambda does; what the function has logged
    /// comes with its answer.
    private nonisolated func answer(
        _ request: LoopbackRequest, at target: String
    ) async -> (response: LoopbackResponse, requestID: String?, log: [String]) {
        if let authsignal = await authsignal {
            var request = request
            request.target = target
            var response = await authsignal.respond(to: request)
            response.headers["cache-control"] = "no-store"
            return (response, nil, [])
        }
        guard let (function, instance) = await functions?.function(FunctionNames.authenticator) else {
            return (LoopbackResponse(503), nil, [])
        }
        let logged = await instance.logCount()
        let requestID = UUID().uuidString.lowercased()
        let event = FrontDoor.event(request, requestID: requestID, target: target)
        let result = try? await function.invoke(event, requestID: requestID)
        let response = result.flatMap(FrontDoor.response) ?? FrontDoor.failure(502, "Internal Server Error")
        return (response, requestID, await Self.warnings(of: instance, after: logged, ifAnswered: result))
    }

    /// The refusal of a request that failed because of a mistake in the settings of the app or the sandbox; otherwise
    /// nil.
    private nonisolated func mistake(
        in body: [UInt8], _ answer: [UInt8]
    ) async -> (code: String, status: Int, advice: String)? {
        let json = try? JSONValue(parsing: answer)
        if json?["errorCode"]?.string == Self.wrongTenant {
            return (Self.wrongTenant, 401, await settings.tenantAdvice)
        }
        // The SDKs do not treat an answer without a token as a failure, so nobody would learn of it.
        guard json?["isVerified"]?.bool == false, let origin = PasskeyOrigin(ofCredentialIn: body),
            await !allows(origin)
        else { return nil }
        return ("origin_not_allowed", 403, origin.advice)
    }

    /// Answers a request that the sandbox does not play.
    private nonisolated func refuse(_ request: LoopbackRequest, for purpose: String) -> LoopbackResponse {
        let words = "The sandbox does not play \(purpose) (\(request.method) \(request.path))."
        let refusal = LoopbackResponse.refusal(404, code: "not_played", description: words)
        record(
            request, nil, refusal, log: [], AuthenticatorRecorder.Advice(outcome: "not played", text: words), .zero)
        return refusal
    }

    nonisolated func record(
        _ request: LoopbackRequest, _ requestID: String?, _ response: LoopbackResponse, log: [String],
        _ advice: AuthenticatorRecorder.Advice?, _ duration: Duration
    ) {
        AuthenticatorRecorder(timeline: timeline).record(
            AuthenticatorRecorder.Exchange(
                method: request.method, target: request.target, origin: request.header("Origin"),
                body: request.body, requestID: requestID, status: response.status, answer: response.body, log: log,
                advice: advice), duration: duration)
    }

    /// The warnings and errors that a function has logged since it had logged so many lines. The line of metrics comes
    /// after them, a moment after the answer: two seconds at most, also on a busy machine. A process that ended has
    /// written everything.
    private static func warnings(
        of function: FunctionInstance, after count: Int, ifAnswered result: InvocationResult?
    ) async -> [String] {
        let hasAnswered =
            switch result {
            case .reply, .functionError: true
            default: false
            }
        var lines = await function.logLines(after: count)
        for _ in 0..<500 where hasAnswered && !lines.contains(where: { $0.contains(#""Outcome""#) }) {
            try? await Task.sleep(for: .milliseconds(4))
            lines = await function.logLines(after: count)
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

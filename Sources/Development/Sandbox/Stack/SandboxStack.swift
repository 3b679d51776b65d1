package import LocalCognito
internal import LoopbackServer
internal import LoopbackSockets
internal import OpenIDProvider
internal import OpenSSLCrypto
internal import RuntimeAPIHost
internal import StandIns
internal import Synchronization

/// The whole sign-in on one port of this machine: user pool, authenticator, functions, web page and its control API.
package actor SandboxStack {
    /// The current settings.
    package private(set) var settings: StackSettings
    /// The events so far.
    package nonisolated let timeline = Timeline()
    /// The audit lines so far.
    nonisolated let audit: AuditLog
    /// The user pool.
    package nonisolated let pool: UserPool
    /// The stand-in for Amazon DynamoDB and Amazon SES.
    nonisolated let aws: AWSStandIn

    /// The clock of the user pool.
    nonisolated let clock = PoolClock()
    /// The stand-in for a CAPTCHA provider.
    nonisolated let captcha = CaptchaStandIn()

    /// Prints a line for the developer.
    nonisolated let console: @Sendable (String) -> Void
    /// The advice that was printed.
    nonisolated let told = Mutex<Set<String>>([])

    /// The apps that use the authenticator in the current token mode, in words.
    var apps: Set<String> = []

    private nonisolated let accounts: AccountFile?
    /// The OpenID provider; nil before the start, because passkeys depend on the port.
    private(set) var provider: OpenIDProvider?
    private(set) var functions: FunctionSet?
    /// The stand-in for Authsignal; nil before the start, because links contain the port.
    private var authsignalStandIn: AuthsignalStandIn?
    /// The number of the last event before the current settings. Sign-ins before it had others.
    private(set) var settingsBegan = 0
    private var server: LoopbackHTTPServer?

    /// Makes the keys of tokens.
    private var warmUp: Task<Void, Never>?
    /// The way in for other machines; nil if there is none, or before the start.
    package private(set) var front: HTTPSFront?
    private var port: UInt16 = 0

    /// A sandbox that does not run yet.
    ///
    /// - Parameter console: prints a line for the developer, such as advice about a setting.
    /// - Throws: `SandboxError`.
    package init(
        _ settings: StackSettings, console: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(SandboxError) {
        self.settings = settings
        self.console = console
        audit = AuditLog(timeline)
        accounts = try settings.stateFile.map { path throws(SandboxError) in try AccountFile(beside: path) }
        aws = AWSStandIn(try settings.tables(), observer: AWSRecorder(timeline: timeline).record)
        // After the other files, so that one that is refused leaves no new file behind.
        if let path = settings.identityFile { self.settings.use(try SandboxIdentity.kept(in: path)) }
        do throws(CryptoError) {
            pool = try UserPool(
                self.settings.pool, mailBox: TimelineMailBox(timeline: timeline),
                observer: PoolRecorder(timeline: timeline, console: console), now: clock.now)
        } catch { throw .noKeys(error) }
    }

    /// Starts serving; returns the address of everything, `http://localhost:<port>`.
    ///
    /// - Throws: `SandboxError`.
    package func start() async throws(SandboxError) -> String {
        let server: LoopbackHTTPServer
        do throws(SystemCallError) {
            server = try LoopbackHTTPServer(port: settings.port, address: settings.address)
        } catch { throw error.isTaken ? .portTaken(settings.port) : .notServed(error) }
        self.server = server
        port = server.port
        server.start { [self] in await respond(to: $0, isRelayed: false) }
        await pool.mount(at: url)
        // Beside the rest, so that the first sign-in need not wait for the keys of tokens.
        warmUp = Task.detached { [pool] in try? pool.warmUp() }
        do throws(SandboxError) {
            if let https = settings.https {
                let front = try HTTPSFront(https) { [self] in await respond(to: $0, isRelayed: true) }
                self.front = front
                settings.origins.append(front.origin)
            }
            try checkPasskeySettings()
            provider = try makeProvider()
            authsignalStandIn = try makeAuthsignal()
            for account in accounts?.initialAccounts ?? [] { await pool.store(account) }
            try await change(settings)
        } catch {
            await stop()
            throw error
        }
        return url
    }

    /// Stops serving and ends the functions.
    package func stop() async {
        // A process that ends while OpenSSL makes a key may crash.
        await warmUp?.value
        timeline.close()
        front.take()?.stop()
        server.take()?.stop()
        await functions?.stop()
        functions = nil
    }

    /// The base URL. It has a name because WebAuthn does not accept IP addresses.
    package var url: String { "http://localhost:\(port)" }

    /// The stand-in for Authsignal; nil outside `authsignal` mode.
    var authsignal: AuthsignalStandIn? { settings.tokenMode == .authsignal ? authsignalStandIn : nil }

    /// Changes the settings and restarts the functions. Sign-ins under way fail.
    ///
    /// - Throws: `SandboxError.function`, or `invalidSetting` if a function refuses its lifetime. The former settings
    ///   then stay in force.
    func change(_ settings: StackSettings) async throws(SandboxError) {
        let functions = try FunctionSet(settings, port: port, onLine: audit.take)
        if settings.hasLifetimes {
            do throws(SandboxError) { try await functions.start() } catch {
                await functions.stop()
                throw error
            }
        }
        let former = self.functions
        self.functions = functions
        self.settings = settings
        settingsBegan = timeline.last
        await pool.use(functions.triggers)
        await pool.use(settings.passwordPolicy)
        for client in settings.pool.clients {
            await pool.setAttributes(
                readable: settings.readAttributes, writable: settings.writeAttributes, ofClient: client.id)
        }
        await former?.stop()
    }

    /// - Parameter isRelayed: whether the request may come from another machine, whatever its headers say.
    private nonisolated func respond(to request: LoopbackRequest, isRelayed: Bool) async -> LoopbackResponse {
        let path = request.path
        let first = path.dropFirst().prefix { $0 != "/" }
        switch (request.method, first) {
        case ("POST", "") where AWSStandIn.isForDynamoDB(target: request.header("X-Amz-Target")),
            ("POST", "v2"):
            // Only the functions make these calls. A page or another machine must not.
            guard !isRelayed, request.isToThisMachine, !request.isFromPage else { return LoopbackResponse(403) }
            let invocation = await functions?.invocation(makingCallWith: request.header("Authorization"))
            return await TimelineEvent.$invocation.withValue(invocation) { await aws.respond(to: request) }
        case ("POST", "captcha"):
            guard !isRelayed, request.isToThisMachine, !request.isFromPage else { return LoopbackResponse(403) }
            return await judgeCaptcha(request)
        case ("POST", ""): return await callPool(request)
        case ("OPTIONS", ""): return await pool.respond(to: request)
        case (_, Substring(pool.settings.id)), (_, Substring(PoolIssuer.folder)): return await answerFromIssuer(request)
        case (_, "passkey"), (_, "oauth"), (_, "me"): return await answerFromProvider(request)
        case (_, ".well-known") where Self.belongsToProvider(path): return await answerFromProvider(request)
        case (_, "add-authenticator"): return await answerFromAddAuthenticator(request)
        case (_, "v1"), (_, ".well-known"): return await answerFromAuthenticator(request)
        case (_, "sandbox"): return await control(request)
        default:
            guard await request.isToSandbox(named: settings.https?.name) else {
                return LoopbackResponse(403)
            }
            return PageFiles.respond(to: request)
        }
    }

    /// Answers with the pool's keys or metadata. A request for the keys that is not a function's is an event: a back end
    /// verifies tokens.
    private nonisolated func answerFromIssuer(_ request: LoopbackRequest) async -> LoopbackResponse {
        if request.path.hasSuffix("/jwks.json"), request.header("User-Agent")?.hasPrefix("cognito-passkeys/") == false {
            var event = TimelineEvent(.call, "GET jwks.json")
            event.outcome = "ok"
            timeline.record(event)
        }
        return await pool.respond(to: request)
    }

    /// Hands a call to the pool, and saves its accounts before the call is answered.
    private nonisolated func callPool(_ request: LoopbackRequest) async -> LoopbackResponse {
        let answer = await pool.respond(to: request)
        guard let accounts else { return answer }
        do throws(SandboxError) { try await pool.saveAccounts(with: accounts.save) } catch {
            return .failure(PoolError(.internalError, "\(error)"))
        }
        return answer
    }
}

internal import Authenticator
internal import FlyingFox
package import LocalCognito
internal import LoopbackServer
internal import OpenIDProvider
internal import RuntimeAPIHost
internal import StandIns

/// The whole sign-in on one port of this machine: user pool, authenticator, functions, web page and its control API.
package actor SandboxStack {
    /// How it is set up now.
    package private(set) var settings: StackSettings
    /// What has happened.
    package nonisolated let timeline = Timeline()
    /// The user pool.
    package nonisolated let pool: UserPool
    /// What stands in for Amazon DynamoDB and Amazon SES.
    nonisolated let aws: AWSStandIn

    /// What stands in for a CAPTCHA provider.
    nonisolated let captcha = CaptchaStandIn()

    private nonisolated let page: PageFiles
    private nonisolated let accounts: AccountFile?
    /// The authenticator; nil before the start, because passkeys belong to the port.
    private(set) var authenticator: Authenticator?
    /// The OpenID provider; nil before the start, for the same reason.
    private(set) var provider: OpenIDProvider?
    private var functions: FunctionSet?
    private var server: LoopbackHTTPServer?
    private var port: UInt16 = 0

    /// A sandbox that does not run yet.
    ///
    /// - Throws: `SandboxError`.
    package init(_ settings: StackSettings) throws(SandboxError) {
        self.settings = settings
        page = try PageFiles()
        accounts = try settings.stateFile.map { path throws(SandboxError) in try AccountFile(beside: path) }
        aws = AWSStandIn(table: StackSettings.stateTableName, observer: AWSRecorder(timeline: timeline).record)
        do throws(UserPoolError) {
            pool = try UserPool(
                settings.pool, mailBox: TimelineMailBox(timeline: timeline), observer: PoolRecorder(timeline: timeline))
        } catch { throw .pool(error) }
    }

    /// Starts serving; returns the address of everything, `http://localhost:<port>`.
    ///
    /// - Throws: `SandboxError`.
    package func start() async throws(SandboxError) -> String {
        let server: LoopbackHTTPServer
        do throws(LoopbackServerError) {
            server = try await LoopbackHTTPServer(port: settings.port) { [self] in await respond(to: $0) }
        } catch { throw .server(error) }
        self.server = server
        port = server.port
        await pool.mount(at: url)
        do throws(SandboxError) {
            authenticator = try makeAuthenticator()
            provider = try makeProvider()
            for account in accounts?.kept ?? [] { await pool.store(account) }
            try await change(settings)
        } catch {
            await stop()
            throw error
        }
        return url
    }

    /// Stops serving and ends the functions.
    package func stop() async {
        timeline.close()
        await server.take()?.stop()
        await functions?.stop()
        functions = nil
    }

    /// Where everything is, for browsers: WebAuthn takes no IP address.
    package var url: String { "http://localhost:\(port)" }

    /// The function behind the function URL; nil where the settings leave it out.
    var addAuthenticator: FunctionInstance? { functions?.addAuthenticator }

    /// Makes what the first sign-in would have to wait for: the keys of the pool's tokens.
    package func warmUp() async { try? await pool.warmUp() }

    /// Goes on with other settings; sign-ins under way fail.
    ///
    /// - Throws: `SandboxError.function`.
    func change(_ settings: StackSettings) async throws(SandboxError) {
        let former = functions
        let functions = try FunctionSet(settings, endpoint: "http://127.0.0.1:\(port)")
        self.functions = functions
        self.settings = settings
        await pool.use(functions.triggers)
        await pool.use(settings.passwordPolicy)
        await former?.stop()
    }

    private nonisolated func respond(to request: HTTPRequest) async -> HTTPResponse {
        let path = request.target.path()
        let first = path.dropFirst().prefix { $0 != "/" }
        switch (request.method, first) {
        case (.POST, "") where AWSStandIn.isForDynamoDB(target: request.headers[HTTPHeader("X-Amz-Target")]),
            (.POST, "v2"):
            // The functions' calls, of which no page is to make any.
            guard request.isToThisMachine, !request.isFromPage else { return HTTPResponse(statusCode: .forbidden) }
            return await request.answer(of: aws)
        case (.POST, "captcha"):
            guard request.isToThisMachine, !request.isFromPage else { return HTTPResponse(statusCode: .forbidden) }
            return await judgeCaptcha(request)
        case (.POST, ""): return await call(request)
        case (.OPTIONS, ""): return await pool.respond(to: request)
        case (_, Substring(pool.settings.id)): return await pool.respond(to: request)
        case (_, "passkey"), (_, "oauth"), (_, "me"): return await answerFromProvider(request)
        case (_, ".well-known") where Self.isOfProvider(path): return await answerFromProvider(request)
        case (_, "add-authenticator"): return await answerFromAddAuthenticator(request)
        case (_, "v1"), (_, ".well-known"): return await answerFromAuthenticator(request)
        case (_, "sandbox"): return await control(request)
        default: return page.respond(to: request)
        }
    }

    /// A call of the pool, whose accounts are kept before it is answered.
    private nonisolated func call(_ request: HTTPRequest) async -> HTTPResponse {
        let answer = await pool.respond(to: request)
        guard let accounts else { return answer }
        do throws(SandboxError) { try await pool.saveAccounts(with: accounts.keep) } catch {
            return .failure(PoolError(.internalError, "\(error)"))
        }
        return answer
    }
}

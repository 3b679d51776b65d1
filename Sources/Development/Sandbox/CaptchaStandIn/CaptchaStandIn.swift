internal import FlyingFox
internal import Foundation
internal import JSON

/// A CAPTCHA provider on this machine: hands out what a widget gives a page, and says once what it is worth
/// (siteverify, as Turnstile has it).
package actor CaptchaStandIn {
    /// The secret key. It protects nothing.
    package static let secret = "sandbox-captcha-secret-protects-nothing"
    /// The key of the widget.
    package static let siteKey = "sandbox-captcha"

    private var solutions: [String: CaptchaSolution] = [:]
    /// The answers that somebody has asked about, with the key of that call.
    private var uses: [String: String] = [:]
    private var server: LoopbackServer?

    /// A stand-in that knows no answer yet.
    package init() {}

    /// Starts a server of its own; returns its address. Below it, `/siteverify` answers and `/out` never does well.
    ///
    /// - Throws: `SandboxError.serverNotStarted`.
    package func start() async throws(SandboxError) -> String {
        let server = try await LoopbackServer { [self] in await respond(to: $0) }
        self.server = server
        return "http://127.0.0.1:\(server.port)"
    }

    /// Stops serving.
    package func stop() async { await server.take()?.stop() }

    /// What the widget gives the page for a solution.
    func answer(for solution: CaptchaSolution) -> String {
        let answer = "captcha-\(UUID().uuidString.lowercased())"
        solutions[answer] = solution
        return answer
    }

    /// Answers a call of siteverify.
    func respond(to request: HTTPRequest) async -> HTTPResponse {
        guard request.method == .POST, request.target.path().hasSuffix("/siteverify") else {
            return HTTPResponse(json: Array("{}".utf8), status: .notFound)
        }
        guard !request.target.path().hasPrefix("/out/") else {
            return HTTPResponse(json: Array("{}".utf8), status: .serviceUnavailable)
        }
        let form = Self.form((try? await request.bodyData) ?? Data())
        return HTTPResponse(json: verdict(form).json)
    }

    private func verdict(_ form: [String: String]) -> CaptchaSolution {
        guard form["secret"] == Self.secret else { return .failed("invalid-input-secret") }
        guard let answer = form["response"], let solution = solutions[answer] else {
            return .failed("invalid-input-response")
        }
        // Who asks again with the same key gets the same verdict, and nobody else does.
        let key = form["idempotency_key"] ?? UUID().uuidString
        guard uses[answer, default: key] == key else { return .failed("timeout-or-duplicate") }
        uses[answer] = key
        return solution
    }

    private static func form(_ body: Data) -> [String: String] {
        var form: [String: String] = [:]
        for member in String(decoding: body, as: UTF8.self).split(separator: "&") {
            let parts = member.split(separator: "=", maxSplits: 1).map { $0.removingPercentEncoding ?? "" }
            if parts.count == 2 { form[parts[0]] = parts[1] }
        }
        return form
    }
}

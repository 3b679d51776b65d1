internal import Essentials
internal import JSON
package import LoopbackServer
internal import Primitives

/// A stand-in for a CAPTCHA provider. It makes the answer that a widget gives a page, and verifies it once (siteverify,
/// as Turnstile defines it).
package actor CaptchaStandIn: StandIn {
    /// The secret key. It protects nothing.
    package static let secret = "sandbox-captcha-secret-protects-nothing"
    /// The key of the widget.
    package static let siteKey = "sandbox-captcha"

    private var solutions: [String: CaptchaSolution] = [:]
    /// The answers that somebody has verified, with the idempotency key of that call.
    private var uses: [String: String] = [:]

    /// A stand-in that knows no answer yet.
    package init() {}

    /// The answer that the widget gives the page for a solution.
    package func answer(for solution: CaptchaSolution) -> String {
        let answer = "captcha-\(UUID().uuidString.lowercased())"
        solutions[answer] = solution
        return answer
    }

    /// Answers a call of siteverify. Every call below `/out` fails.
    package func respond(to request: LoopbackRequest) -> LoopbackResponse {
        guard request.method == "POST", request.path.hasSuffix("/siteverify") else { return .emptyObject(404) }
        guard !request.path.hasPrefix("/out/") else { return .emptyObject(503) }
        return LoopbackResponse(body: verdict(Self.form(request.body)).json)
    }

    private func verdict(_ form: [String: String]) -> CaptchaSolution {
        guard form["secret"] == Self.secret else { return .failed("invalid-input-secret") }
        guard let answer = form["response"], let solution = solutions[answer] else {
            return .failed("invalid-input-response")
        }
        // Only a caller that asks again with the same key gets the same verdict.
        let key = form["idempotency_key"] ?? UUID().uuidString
        guard uses[answer, default: key] == key else { return .failed("timeout-or-duplicate") }
        uses[answer] = key
        return solution
    }

    private static func form(_ body: [UInt8]) -> [String: String] {
        var form: [String: String] = [:]
        for member in String(decoding: body, as: UTF8.self).split(separator: "&") {
            let parts = member.split(separator: "=", maxSplits: 1).map { $0.percentDecoded ?? "" }
            if parts.count == 2 { form[parts[0]] = parts[1] }
        }
        return form
    }
}

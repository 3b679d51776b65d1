internal import JSON
internal import LoopbackServer
internal import StandIns
internal import WebAuthn

/// The CAPTCHA provider in the sandbox: its widget on the page, and siteverify for the functions.
extension SandboxStack {
    /// Gives a page the widget's answer: the sandbox's own page, and pages of the origins that may use the passkeys.
    nonisolated func answerFromCaptchaWidget(_ request: LoopbackRequest) async -> LoopbackResponse {
        await answer(request, forPagesAsking: "POST") { request in
            let origin = await allowedOrigin(of: request)
            let isFromOwnPage = await request.isFromOwnPage(named: settings.https?.name)
            guard isFromOwnPage || origin != nil else {
                return .refusal(403, "Only pages of the allowed origins may use this.")
            }
            guard request.method == "POST" else { return .refusal(404, "There is no such path.") }
            return await solveCaptcha(request, from: origin)
        }
    }

    /// Gives a page the widget's answer for a CAPTCHA that the user passes or fails.
    private nonisolated func solveCaptcha(_ request: LoopbackRequest, from origin: String?) async -> LoopbackResponse {
        guard let json = try? JSONValue(parsing: request.body), let passes = json["passes"]?.bool else {
            return .refusal(400, "passes must be true or false.")
        }
        var solution = CaptchaSolution()
        solution.error = passes ? nil : "invalid-input-response"
        solution.action = json["action"]?.string
        let host = origin.flatMap { try? Origin($0) }?.host
        solution.hostname = json["hostname"]?.string ?? host ?? solution.hostname
        let answer = await captcha.answer(for: solution)
        return LoopbackResponse(body: JSONWriter.object { $0.member("answer", answer) })
    }

    /// Answers the functions' call of siteverify.
    nonisolated func judgeCaptcha(_ request: LoopbackRequest) async -> LoopbackResponse {
        let start = ContinuousClock.now
        let answer = await captcha.respond(to: request)
        let verdict = try? JSONValue(parsing: answer.body)
        var event = TimelineEvent(.authenticator, "siteverify")
        event.duration = ContinuousClock.now - start
        event.isFailure = verdict?["success"]?.bool != true
        event.outcome = verdict?["error-codes"]?.elements.first?.string ?? (event.isFailure ? "failed" : "passed")
        event.detail = JSONWriter.object { detail in
            detail.member("api", "captcha")
            // The response has no secrets. The request has two, the secret and the answer, and is not shown.
            if let verdict { detail.member("response", raw: Array(verdict.bytes)) }
        }
        timeline.record(event)
        return answer
    }
}

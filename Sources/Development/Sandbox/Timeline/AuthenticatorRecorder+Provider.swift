internal import JSON
internal import LoopbackServer

extension AuthenticatorRecorder {
    /// Records a request to the OpenID provider with its answer.
    func record(_ request: LoopbackRequest, answer: LoopbackResponse, duration: Duration) {
        let json = try? JSONValue(parsing: answer.body)
        var event = TimelineEvent(.authenticator, "\(request.method) /\(request.segments.joined(separator: "/"))")
        event.duration = duration
        event.isFailure = answer.status >= 400
        event.outcome = json?["error"]?.string ?? json?["title"]?.string ?? (json?["id_token"] == nil ? "ok" : "tokens")
        event.detail = JSONWriter.object { detail in
            // The functions read the keys; the app makes all other calls.
            detail.member("api", request.segments.first == ".well-known" ? "keys" : "issuer")
            detail.member("status", Int64(answer.status))
            detail.member("request", raw: Masking.masked(request.body))
            detail.member("response", raw: Masking.masked(answer.body))
        }
        timeline.record(event)
    }
}

internal import AuthenticatorService
internal import JSON

/// Records the requests to the authenticator as events.
struct AuthenticatorRecorder {
    let timeline: Timeline

    /// Records a request with its answer.
    func record(_ request: APIRequest, answer: APIResponse, duration: Duration) {
        let json = try? JSONValue(parsing: answer.body)
        var event = TimelineEvent(.authenticator, "\(request.method) \(Masking.masked(text: request.target))")
        event.duration = duration
        event.isFailure = answer.status != 200
        event.outcome = json?.outcome ?? (answer.status == 200 ? "ok" : "status \(answer.status)")
        event.detail = JSONWriter.object { detail in
            detail.member("api", request.target.hasPrefix("/v1/client/") ? "client" : "server")
            detail.member("status", Int64(answer.status))
            detail.member("request", raw: Masking.masked(request.body))
            detail.member("response", raw: Masking.masked(answer.body))
        }
        timeline.record(event)
    }
}

extension JSONValue {
    /// The outcome that the answer states, in a few words; nil if it states none.
    fileprivate var outcome: String? {
        if let code = self["errorCode"]?.string ?? self["error"]?.string { return code }
        if let isVerified = self["isVerified"]?.bool {
            return isVerified ? "verified" : self["failureReason"]?.string ?? "not verified"
        }
        if let isValid = self["isValid"]?.bool { return isValid ? "valid" : "not valid" }
        return self["state"]?.string
    }
}

extension TimelineMailBox: OneTimeCodeSender {
    func send(_ mail: OneTimeCodeMail) {
        record(to: mail.recipient, code: mail.code, purpose: mail.purpose == .enrolment ? "enrolment" : "signIn")
    }
}

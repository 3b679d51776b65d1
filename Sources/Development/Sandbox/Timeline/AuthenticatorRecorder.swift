internal import JSON

/// Records the requests to the authenticator as events.
struct AuthenticatorRecorder {
    let timeline: Timeline

    /// A request and its answer.
    struct Exchange {
        let method: String
        let target: String
        /// The page that calls; nil if no browser does.
        let origin: String?
        let body: [UInt8]
        /// The invocation's id; nil if the function was not asked.
        let requestID: String?
        let status: Int
        let answer: [UInt8]
        /// What the function has logged for the operator: warnings and errors.
        let log: [String]
        /// What the developer should know about it; nil if it explains itself.
        var advice: Advice?

        /// Whose API it is: the authenticator's for apps or for servers, or that of AddAuthenticator.
        var api: String {
            target.hasPrefix("/v1/client/") ? "client" : target.hasPrefix("/v1/") ? "server" : "addAuthenticator"
        }
    }

    /// An outcome in the sandbox's own words.
    struct Advice {
        /// The outcome in a few words.
        let outcome: String
        /// What to do about it.
        let text: String
    }

    /// Records a request with its answer.
    func record(_ exchange: Exchange, duration: Duration) {
        let json = try? JSONValue(parsing: exchange.answer)
        var event = TimelineEvent(.authenticator, "\(exchange.method) \(Masking.masked(text: exchange.target))")
        event.requestID = exchange.requestID
        event.duration = duration
        event.isFailure = exchange.status != 200
        event.outcome =
            exchange.advice?.outcome ?? json?.outcome ?? (exchange.status == 200 ? "ok" : "status \(exchange.status)")
        event.detail = JSONWriter.object { detail in
            detail.member("api", exchange.api)
            detail.member("origin", ifPresent: exchange.origin)
            detail.member("status", Int64(exchange.status))
            detail.member("request", raw: Masking.masked(exchange.body))
            detail.member("response", raw: Masking.masked(exchange.answer))
            // For instance why no code was sent, which the caller must not learn.
            if !exchange.log.isEmpty { detail.member("log", exchange.log) }
            detail.member("advice", ifPresent: exchange.advice?.text)
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

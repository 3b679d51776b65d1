internal import JSON
internal import LocalCognito
internal import RuntimeAPIHost
internal import StandIns

/// Records what happens in the user pool as events.
struct PoolRecorder: PoolObserver {
    let timeline: Timeline
    /// Prints a line for the developer.
    let console: @Sendable (String) -> Void

    func observe(_ event: PoolEvent) {
        switch event {
        case .call(let call): record(call)
        case .trigger(let trigger): record(trigger)
        }
    }

    private func record(_ call: PoolCallRecord) {
        var event = TimelineEvent(.call, call.operation)
        event.duration = call.duration
        let answer: JSONValue?
        var advice: String?
        switch call.outcome {
        case .success(let body):
            answer = try? JSONValue(parsing: body)
            event.outcome =
                answer?["ChallengeName"]?.string ?? (answer?["AuthenticationResult"] == nil ? "ok" : "tokens")
        case .failure(let error):
            answer = nil
            advice = error.unwritable?.advice
            event.outcome = error.code.rawValue
            event.isFailure = true
        }
        event.detail = JSONWriter.object { detail in
            detail.member("request", raw: Masking.masked(call.request))
            switch call.outcome {
            case .success(let body): detail.member("response", raw: Masking.masked(body))
            case .failure(let error):
                detail.member("error") { body in
                    body.member("type", error.code.rawValue)
                    body.member("message", error.message)
                }
            }
            detail.member("advice", ifPresent: advice)
        }
        timeline.record(event)
        if let advice { console(advice) }
        if let tokens = answer?["AuthenticationResult"] { record(tokens) }
    }

    private func record(_ tokens: JSONValue) {
        func claims(_ name: String) -> JSONValue? { tokens[name]?.string.flatMap(TokenParts.init)?.claims }
        let (id, access) = (claims("IdToken"), claims("AccessToken"))
        var event = TimelineEvent(.tokens, "Tokens issued")
        event.outcome = id?["email"]?.string ?? access?["username"]?.string ?? ""
        event.detail = JSONWriter.object { detail in
            if let id { detail.member("id", raw: id.bytes) }
            if let access { detail.member("access", raw: access.bytes) }
        }
        timeline.record(event)
    }

    private func sample(of trigger: TriggerRecord) -> TimelineEvent.Sample {
        var sample = TimelineEvent.Sample(name: trigger.trigger.rawValue, event: PrettyJSON.of(trigger.event))
        switch trigger.result {
        case .reply(let reply): sample.reply = reply
        case .functionError(let failure):
            sample.error = JSONWriter.object { error in
                error.member("type", failure.type)
                error.member("message", failure.message)
            }
        default: break
        }
        return sample
    }

    private func record(_ trigger: TriggerRecord) {
        var event = TimelineEvent(.trigger, trigger.trigger.rawValue)
        event.requestID = trigger.requestID
        event.duration = trigger.duration
        event.outcome = trigger.result?.decision ?? "cannot be called"
        event.sample = sample(of: trigger)
        let request = (try? JSONValue(parsing: trigger.event))?["request"]
        let failure: String?
        switch trigger.result {
        case .reply: failure = nil
        case .functionError(let error), .initError(let error): failure = error.message
        case .timeout: failure = "The function took too long."
        case .exit(let exit): failure = "The function's process ended with \(exit)."
        case nil: failure = "The function could not be called."
        }
        event.isFailure = failure != nil
        event.detail = JSONWriter.object { detail in
            if let rows = request?["session"] { detail.member("session", raw: Masking.masked(rows)) }
            detail.member("decision", event.outcome)
            detail.member("attempt", Int64(trigger.attempt))
            if let request { detail.member("request", raw: Masking.masked(request)) }
            if case .reply(let reply) = trigger.result {
                let response = (try? JSONValue(parsing: reply))?["response"]
                detail.member("response", raw: response.map { Masking.masked($0) } ?? Array("null".utf8))
            }
            detail.member("error", ifPresent: failure)
            detail.member("hasSample", true)
        }
        timeline.record(event)
    }
}

extension UnwritableAttributes {
    /// What the developer should know about the refusal. Amazon's message names no attribute.
    fileprivate var advice: String {
        let nobodys = names.filter(AttributeSchema.isReadOnly)
        guard nobodys.isEmpty else { return "No app can write \(nobodys.joined(separator: ", "))." }
        return """
            The app client may not write \(names.joined(separator: ", ")). If your pool's client may: \
            --pool-setting writeAttributes=\((writable + names).joined(separator: ","))
            """
    }
}

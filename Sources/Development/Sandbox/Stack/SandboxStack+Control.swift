private import Addresses
internal import JSON
internal import LocalCognito
internal import LoopbackServer

/// The control API, below `/sandbox`, for the page and for tests of apps.
extension SandboxStack {
    /// How long a request for events waits for one.
    private static let patience = Duration.seconds(20)

    nonisolated func control(_ request: LoopbackRequest) async -> LoopbackResponse {
        // The widget stands in for one that an app's own page shows.
        if request.path == "/sandbox/captcha" { return await answerFromCaptchaWidget(request) }
        guard await request.isFromOwnPage(named: settings.https?.name) else {
            return .refusal(403, "Only the sandbox's own page may use this.")
        }
        let segments = request.rawSegments.dropFirst().map(String.init)
        switch (request.method, segments.count, segments.first) {
        case ("GET", 1, "settings"): return LoopbackResponse(control: await settings.json(url: url))
        case ("PUT", 1, "settings"): return await changeSettings(request)
        case ("GET", 1, "events"): return await events(request)
        case ("DELETE", 1, "events"):
            return LoopbackResponse(control: Array(#"{"events":[],"last":\#(timeline.clear())}"#.utf8))
        case ("GET", 1, "mails"):
            return LoopbackResponse(control: mails(to: request.query.first { $0.name == "to" }?.value))
        case ("GET", 1, "clock"): return LoopbackResponse(control: clock.json)
        case ("PUT", 1, "clock"): return moveClock(request)
        case ("GET", 1, "audit"): return LoopbackResponse(control: await auditLines(request))
        case ("POST", 1, "faults"): return await askForFault(request)
        case ("GET", 3, "events") where segments[2] == "sample": return sample(segments[1])
        case ("GET", 2, "sign-ins"): return await savedSignIn(segments[1])
        default: return .refusal(404, "There is no such path.")
        }
    }

    private nonisolated func events(_ request: LoopbackRequest) async -> LoopbackResponse {
        let text = request.query.first { $0.name == "after" }?.value ?? "0"
        guard let after = Int(text), after >= 0 else {
            return .refusal(400, "after must be the number of an event.")
        }
        let (events, last) = await timeline.events(after: after, waiting: Self.patience)
        return LoopbackResponse(
            control: JSONWriter.object { answer in
                answer.member("events", array: events.map(\.json))
                answer.member("last", Int64(last))
            })
    }

    /// The mails in the timeline, the newest last: all, or those to one address.
    private nonisolated func mails(to address: String?) -> [UInt8] {
        let mails = timeline.events(after: 0).events.filter { $0.kind == .mail }.map(\.detail).filter { mail in
            guard let address else { return true }
            // A mail goes to the encoded form of a domain, and who asks may name the other one.
            return EmailAddress.areEqual((try? JSONValue(parsing: mail))?["to"]?.string ?? "", address)
        }
        return JSONWriter.object { $0.member("mails", array: mails) }
    }

    private nonisolated func moveClock(_ request: LoopbackRequest) -> LoopbackResponse {
        do throws(SandboxError) { try clock.set(by: request.body) } catch { return .refusal(400, "\(error)") }
        return LoopbackResponse(control: clock.json)
    }

    private nonisolated func sample(_ number: String) -> LoopbackResponse {
        guard let number = Int(number), let (name, event) = timeline.sample(number) else {
            return .refusal(404, "There is no sample event with this number.")
        }
        var response = LoopbackResponse(control: event)
        response.headers["content-disposition"] = "attachment; filename=\"\(name)-\(number).json\""
        return response
    }

    private nonisolated func changeSettings(_ request: LoopbackRequest) async -> LoopbackResponse {
        do throws(SandboxError) {
            let advice = try await changeWithAdvice(try await settings.changed(by: request.body))
            return LoopbackResponse(control: await settings.json(url: url, advice: advice))
        } catch {
            return .refusal(400, "\(error)")
        }
    }

    private nonisolated func askForFault(_ request: LoopbackRequest) async -> LoopbackResponse {
        do throws(SandboxError) {
            try await functions?.fail(as: request.body)
        } catch {
            return .refusal(400, "\(error)")
        }
        return LoopbackResponse(control: Array("{}".utf8))
    }
}

extension LoopbackResponse {
    /// An answer of the control API.
    init(control body: [UInt8]) {
        self.init(headers: ["cache-control": "no-store"], body: body)
    }

    static func refusal(_ status: Int, _ words: String) -> LoopbackResponse {
        LoopbackResponse(status, body: JSONWriter.object { $0.member("error", words) })
    }
}

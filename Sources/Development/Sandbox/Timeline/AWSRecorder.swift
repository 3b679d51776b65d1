internal import JSON
internal import StandIns

/// Records the functions' calls of the state table and the mail service as events.
struct AWSRecorder {
    let timeline: Timeline

    /// Records a call and the mail that it sent, if any.
    func record(_ call: AWSCallRecord) {
        let request = try? JSONValue(parsing: call.request)
        let response = try? JSONValue(parsing: call.response)
        let error = response?["__type"]?.string?.split(separator: "#").last
        let isUnmet = error == "ConditionalCheckFailedException" || response.map(Self.isUnmet) ?? false
        let accesses = request.map { TableAccess.all(in: $0, of: call.operation) } ?? []
        var event = TimelineEvent(.aws, ([call.operation] + TableAccess.kinds(accesses)).joined(separator: " "))
        event.duration = call.duration
        event.outcome =
            isUnmet ? "condition not met" : error.map(String.init) ?? call.mail.map { "to \($0.recipient)" } ?? "ok"
        event.isFailure = call.status != 200 && !isUnmet
        event.detail = JSONWriter.object { detail in
            detail.member("status", Int64(call.status))
            detail.member("error", ifPresent: error.map(String.init))
            if let mail = call.mail { write(mail, to: &detail) }
            if call.operation == "TransactWriteItems" {
                let writes = accesses.map { access in JSONWriter.object { access.write(to: &$0) } }
                detail.member("writes", raw: JSONWriter.array(writes))
            } else {
                for access in accesses { access.write(to: &detail) }
            }
        }
        timeline.record(event)
        if let mail = call.mail { TimelineMailBox(timeline: timeline).record(mail) }
    }

    /// Whether a transaction was cancelled because of a condition.
    private static func isUnmet(_ response: JSONValue) -> Bool {
        response["CancellationReasons"]?.elements.contains { $0["Code"]?.string == "ConditionalCheckFailed" } ?? false
    }

    private func write(_ mail: SentMail, to detail: inout JSONWriter) {
        detail.member("from", mail.sender)
        detail.member("to", mail.recipient)
        detail.member("subject", ifPresent: mail.subject)
        detail.member("template", ifPresent: mail.template)
        // The content can contain a code, which only the mailbox shows.
        detail.member("content", Masking.hidden)
    }
}

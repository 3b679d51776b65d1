internal import JSON
internal import StandIns

/// Records the functions' calls of the state table and the mail service as events.
struct AWSRecorder {
    let timeline: Timeline

    /// Records a call and the mail that it sent, if any.
    func record(_ call: AWSCallRecord) {
        let request = try? JSONValue(parsing: call.request)
        let error = (try? JSONValue(parsing: call.response))?["__type"]?.string?.split(separator: "#").last
        let key = request?["Key"]?["pk"]?["S"]?.string
        // The part of the key before the digest is the kind of item, so that the title is, say, `UpdateItem code`.
        let kind = key.map { " " + $0.prefix { $0 != "#" } } ?? ""
        var event = TimelineEvent(.aws, call.operation + kind)
        event.duration = call.duration
        event.outcome = error.map(Self.words) ?? call.mail.map { "to \($0.recipient)" } ?? "ok"
        event.isFailure = call.status != 200 && error != Self.conditionFailed
        event.detail = JSONWriter.object { detail in
            detail.member("status", Int64(call.status))
            detail.member("error", ifPresent: error.map(String.init))
            if let mail = call.mail { write(mail, to: &detail) }
            if let request, let key { write(request, key: key, to: &detail) }
        }
        timeline.record(event)
        guard let mail = call.mail, let code = mail.code else { return }
        TimelineMailBox(timeline: timeline).record(to: mail.recipient, code: code, purpose: "signIn")
    }

    private static let conditionFailed: Substring = "ConditionalCheckFailedException"

    private static func words(_ error: Substring) -> String {
        error == conditionFailed ? "condition not met" : String(error)
    }

    private func write(_ mail: SentMail, to detail: inout JSONWriter) {
        detail.member("from", mail.sender)
        detail.member("to", mail.recipient)
        detail.member("subject", ifPresent: mail.subject)
        detail.member("template", ifPresent: mail.template)
        // The content contains the code.
        detail.member("content", Masking.hidden)
    }

    private func write(_ request: JSONValue, key: String, to detail: inout JSONWriter) {
        detail.member("table", request["TableName"]?.string ?? "")
        detail.member("key", Self.masked(key))
        detail.member("update", request["UpdateExpression"]?.string ?? "")
        detail.member("condition", ifPresent: request["ConditionExpression"]?.string)
        detail.member("values") { values in
            for (name, value) in request["ExpressionAttributeValues"]?.members ?? [] {
                values.member(name, Self.shown(value))
            }
        }
    }

    /// A key whose digest is shortened. The word before it, which names the kind of item, stays.
    private static func masked(_ key: String) -> String {
        key.split(separator: "#").map { $0.count < 24 ? String($0) : Masking.shortened(String($0)) }
            .joined(separator: "#")
    }

    /// Numbers are shown because they are times and limits. Texts are shortened because they are digests and keys.
    private static func shown(_ value: JSONValue) -> String {
        if let number = value["N"]?.string { return number }
        let texts = [value["S"]?.string].compactMap { $0 } + (value["SS"]?.elements ?? []).compactMap(\.string)
        return texts.map(Masking.shortened).joined(separator: ", ")
    }
}

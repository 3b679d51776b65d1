internal import CognitoTriggers
internal import JSON
internal import LambdaRuntime

/// What holds for the reply of every trigger.
struct TriggerReply {
    /// The event, without a byte-order mark.
    let event: JSONValue
    let response: JSONValue

    /// The reply to an event; nil if the trigger refuses the event, with an error that tells the caller nothing.
    init?(to event: [UInt8], _ answer: () throws -> Reply) {
        let reply: Reply
        do { reply = try answer() } catch let error as FunctionError {
            require("an error tells the caller nothing", error.message == FunctionError.userMessage)
            return nil
        } catch { fatalError("an error of another type: \(error)") }
        let text = event.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(event.dropFirst(3)) : event
        self.event = certain("only JSON is answered") { try JSONValue(parsing: text) }
        let body = certain("a reply is JSON") { try JSONValue(parsing: reply.body) }
        if let before = self.event["response"], let after = body["response"] {
            require(
                "every byte before the response is the event's",
                reply.body[..<after.range.lowerBound] == text[..<before.range.lowerBound])
            require(
                "every byte after the response is the event's",
                reply.body[after.range.upperBound...] == text[before.range.upperBound...])
            response = after
            return
        }
        let others = body.members.filter { $0.name != "response" }
        require("a reply has the event's members", others.map(\.name) == self.event.members.map(\.name))
        for (one, other) in zip(others, self.event.members) {
            require("a reply has the event's bytes", Array(one.value.bytes) == Array(other.value.bytes))
        }
        // An event without a response may be left as it is.
        response = body["response"] ?? certain("an empty object") { try JSONValue(parsing: Array("{}".utf8)) }
    }

    /// The members of the response that the event did not have, or had otherwise, are only these.
    func requireChanges(only names: [String]) {
        let before = event["response"]
        for (name, value) in response.members where !names.contains(name) {
            guard event["response"]?.kind == .object else {
                fatalError("a property does not hold: an unexpected \(name)")
            }
            require("\(name) stays as it was", before?[name].map { Array($0.bytes) } == Array(value.bytes))
        }
    }
}

#if os(Linux)
internal import JSON
internal import Replay
internal import RuntimeAPIHost

/// What a function made of a fault, in words that the table uses.
enum FaultOutcome {
    /// The outcome of a replayed case.
    static func text(_ outcome: ReplayOutcome) -> String {
        switch outcome.result {
        case .functionError(let failure): "error \(failure.type): \(failure.message)"
        case .initError(let failure): "does not start: \(failure.type): \(failure.message)"
        case .reply(let reply): response(reply) ?? outcome.result.decision
        case .timeout, .exit: outcome.result.decision
        }
    }

    /// The status of an HTTP response, with its error and the text for the user if it has them; nil for a trigger's
    /// reply.
    private static func response(_ reply: [UInt8]) -> String? {
        guard let json = try? JSONValue(parsing: reply), let status = json["statusCode"]?.integer else { return nil }
        let body = json["body"]?.string.flatMap { try? JSONValue(parsing: Array($0.utf8)) }
        let code = body?["error"]?.string.map { " " + $0 } ?? ""
        let message = body?["message"]?.string.map { ": " + $0 } ?? ""
        return "status \(status)\(code)\(message)"
    }
}
#endif

internal import JSON
internal import LocalCognito

extension FunctionSet {
    /// Makes the next calls of a function fail as the body of `POST /sandbox/faults` says, `{"function", "fault",
    /// "times", "seconds"}`. The fault is `crash`, `hang` or `slowStart`, which delays the start by `seconds`. `times`
    /// is 1 if it is left out.
    ///
    /// - Throws: `SandboxError.invalidSetting`.
    func fail(as body: [UInt8]) async throws(SandboxError) {
        guard let json = try? JSONValue(parsing: body), json.kind == .object else {
            throw .invalidSetting(name: "faults", fault: "must be a JSON object")
        }
        guard let name = json["function"]?.string, Self.names.contains(name) else {
            throw .invalidSetting(
                name: "function", fault: "must be one of \(Self.names.joined(separator: ", "))")
        }
        guard let function = function(name)?.callable else {
            throw .invalidSetting(name: "function", fault: "\(name) has no part in the present flow and token mode")
        }
        let times = Int(try json.number("times", usual: 1, in: 1...100))
        let seconds = try json.number("seconds", usual: 1, in: 0...60)
        switch json["fault"]?.string {
        case "crash": await function.inject(.crash, times: times)
        case "hang": await function.inject(.hang, times: times)
        case "slowStart": await function.inject(.slowStart(.seconds(seconds)), times: times)
        default: throw .invalidSetting(name: "fault", fault: "must be one of crash, hang, slowStart")
        }
    }
}

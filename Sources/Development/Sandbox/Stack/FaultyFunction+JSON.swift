internal import JSON
internal import LocalCognito

extension FaultyFunction.Fault {
    /// Reads the body of `POST /sandbox/faults`, `{"trigger", "fault", "times", "seconds"}`. The fault is `crash`,
    /// `hang` or `slowStart`, which delays the start by `seconds`. `times` is 1 if it is left out.
    ///
    /// - Throws: `SandboxError.invalidSetting`.
    static func asked(
        for body: [UInt8]
    ) throws(SandboxError) -> (fault: Self, trigger: PoolTrigger, times: Int) {
        guard let json = try? JSONValue(parsing: body), json.kind == .object else {
            throw .invalidSetting(name: "faults", fault: "must be a JSON object")
        }
        guard let trigger = json["trigger"]?.string.flatMap(PoolTrigger.init(rawValue:)) else {
            throw .invalidSetting(name: "trigger", fault: "must be a trigger's name, such as CreateAuthChallenge")
        }
        let times = Int(try json.number("times", usual: 1, in: 1...100))
        let seconds = try json.number("seconds", usual: 1, in: 0...60)
        switch json["fault"]?.string {
        case "crash": return (.crash, trigger, times)
        case "hang": return (.hang, trigger, times)
        case "slowStart": return (.slowStart(.seconds(seconds)), trigger, times)
        default: throw .invalidSetting(name: "fault", fault: "must be one of crash, hang, slowStart")
        }
    }
}

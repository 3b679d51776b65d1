internal import JSON
internal import LocalCognito

/// The lifetimes of what the functions give out or accept, in seconds. The functions keep the real time, so shorter
/// lifetimes are the way not to wait long.
extension StackSettings {
    /// The variables.
    static let lifetimes = ["TOKEN_LIFETIME", "MAX_PROOF_AGE", "OTP_LIFETIME", "MAX_SIGN_IN_AGE", "CAPTCHA_MAX_AGE"]

    /// Whether a lifetime is not the functions' own default.
    var hasLifetimes: Bool { Self.lifetimes.contains { functionVariables[$0] != nil } }

    /// The lifetimes as the control API shows them: null is the functions' own default.
    func write(lifetimes: inout JSONWriter) {
        for name in Self.lifetimes {
            if let seconds = functionVariables[name].flatMap({ Int64($0) }) {
                lifetimes.member(name, seconds)
            } else {
                lifetimes.null(name)
            }
        }
    }

    /// Changes the lifetimes that a JSON object names. Their ranges are the functions' to check.
    ///
    /// - Throws: `SandboxError.invalidSetting`.
    mutating func setLifetimes(_ json: JSONValue) throws(SandboxError) {
        guard json.kind == .object else { throw .invalidSetting(name: "lifetimes", fault: "must be a JSON object") }
        for (name, value) in json.members {
            guard Self.lifetimes.contains(name) else {
                throw .invalidSetting(
                    name: "lifetimes", fault: "\(name) is none of \(Self.lifetimes.joined(separator: ", "))")
            }
            guard value.kind == .null || value.integer != nil else {
                throw .invalidSetting(name: name, fault: "must be whole seconds, or null for the function's default")
            }
            functionVariables[name] = value.integer.map(String.init)
        }
    }
}

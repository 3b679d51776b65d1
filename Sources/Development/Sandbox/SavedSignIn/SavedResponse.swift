internal import JSON

/// What a replay expects of a step: decisions exactly, and of what is fresh each time only the form.
enum SavedResponse {
    /// The expected `response` of a step.
    static func rules(of step: SignInStep) -> [UInt8] {
        guard let response = step.response, step.isCreate else { return Array(step.response?.bytes ?? []) }
        return JSONWriter.object { rules in
            for (name, value) in response.members {
                switch name {
                case "publicChallengeParameters", "privateChallengeParameters":
                    rules.member(name) { written in
                        for (name, value) in value.members {
                            written.member(name, raw: rule(name, value.string ?? "", isFirst: step.rows.isEmpty))
                        }
                    }
                case "challengeMetadata": rules.member(name, raw: metadata(value.string ?? ""))
                default: rules.member(name, raw: value.bytes)
                }
            }
        }
    }

    /// Parameters that say what was decided. The others are tokens, keys, times and marks.
    private static let decisions: Set<String> = [
        "challenge", "step", "round", "closed", "isEnrolled", "provider", "siteKey", "action",
        "CODE_DELIVERY_DELIVERY_MEDIUM", "CODE_DELIVERY_DESTINATION",
    ]

    private static func rule(_ name: String, _ value: String, isFirst: Bool) -> [UInt8] {
        // Between two rounds the app may have enrolled the user, which a replay does not do.
        if name == "isEnrolled", !isFirst { return quoted("$text") }
        return quoted(value.isEmpty || decisions.contains(name) ? value : "$text")
    }

    /// The first word names the step of the flow.
    private static func metadata(_ value: String) -> [UInt8] {
        let words = value.split(separator: " ")
        guard words.count > 1 else { return quoted(value) }
        return JSONWriter.object { $0.member("$matches", "\(words[0]) .+") }
    }

    private static func quoted(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendJSONString(text)
        return bytes
    }
}

internal import JSON

/// A sign-in in one file: the events of its triggers in order, and what each function must answer.
package struct SignInFile: Sendable {
    /// The steps of the sign-in. They share the state of the stand-ins.
    package let steps: [ReplayCase]
    /// The mailboxes that users have enrolled at Authsignal before each step, by their identifiers.
    let enrolments: [[String: String]]

    /// Whether a file holds a sign-in rather than one event or a table.
    package static func holdsSignIn(_ path: String) -> Bool {
        guard let bytes = try? EventFiles.bytes(path), let file = try? JSONValue(parsing: bytes) else { return false }
        return file["steps"]?.kind == .array && file["cases"] == nil
    }

    /// Reads a file.
    ///
    /// - Throws: `ReplayError`.
    package init(_ path: String) throws(ReplayError) {
        do throws(Fault) {
            let file = try Self.file(path)
            steps = try Self.steps(file, path)
            enrolments = try Self.enrolments(file)
        } catch {
            throw .malformed(file: path, fault: error.text)
        }
    }

    private static func file(_ path: String) throws(Fault) -> JSONValue {
        let file: JSONValue
        do { file = try JSONValue(parsing: try EventFiles.bytes(path)) } catch { throw Fault("not JSON: \(error)") }
        try file.requireMembers(among: ["description", "variables", "authsignal", "steps"])
        return file
    }

    private static func enrolments(_ file: JSONValue) throws(Fault) -> [[String: String]] {
        var enrolments: [[String: String]] = []
        for step in file["steps"]?.elements ?? [] {
            enrolments.append(try step["enrols"]?.variables().compactMapValues { $0 } ?? [:])
        }
        return enrolments
    }

    private static func steps(_ file: JSONValue, _ path: String) throws(Fault) -> [ReplayCase] {
        var cases: [ReplayCase] = []
        for (index, step) in (file["steps"]?.elements ?? []).enumerated() {
            try step.requireMembers(among: ["function", "decision", "enrols", "event", "response", "error"])
            guard let function = step["function"]?.string, let event = step["event"] else {
                throw Fault("steps[\(index)] needs function and event")
            }
            guard let variables = file["variables"]?[function] else {
                throw Fault("variables of \(function) are missing")
            }
            let decision = step["decision"]?.string ?? ""
            let expectation = JSONWriter.object { text in
                text.member("description", decision)
                text.member("environment", "saved")
                if let setup = file["authsignal"] { text.member("authsignal", raw: setup.bytes) }
                if let response = step["response"] { text.member("response", raw: response.bytes) }
                if let error = step["error"] { text.member("error", raw: error.bytes) }
            }
            cases.append(
                try ReplayCase(
                    step: "\(index + 1)", function: function, event: Array(event.bytes), expectationText: expectation,
                    environment: try variables.variables().compactMapValues { $0 },
                    place: "\(path), step \(index + 1)"))
        }
        guard !cases.isEmpty else { throw Fault("it has no steps") }
        return cases
    }
}

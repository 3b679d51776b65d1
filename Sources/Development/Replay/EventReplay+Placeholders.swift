internal import JSON
private import StandIns

/// What stands for the placeholders of events, expectations and variables.
extension EventReplay {
    /// The values of the placeholders of an event.
    func values(_ event: [UInt8], _ environment: [String: String]) -> PlaceholderValues {
        PlaceholderValues(
            event: try? JSONValue(parsing: event), environment: environment, authsignal: authsignal, issuer: issuer,
            captcha: captcha, tables: aws.table, runValues: runValues)
    }

    /// The variables of a case's function.
    func variables(of replayCase: ReplayCase) async throws -> [String: String] {
        var environment: [String: String] = [:]
        for (name, value) in replayCase.environment { environment[name] = try await fillVariable(value) }
        return environment
    }

    /// What differs from run to run: the stand-ins' addresses, secrets and the tables' names.
    private var runValues: [String: String] {
        [
            "authsignalURL": address(.authsignal) + "/v1", "authsignalSecret": Self.authsignalSecret,
            "awsURL": address(.aws), "stateTable": Self.stateTable, "usersTable": Self.usersTable,
            "oidcIssuer": address(.issuer) + "/", "captchaURL": address(.captcha),
            "captchaSecret": CaptchaStandIn.secret,
        ]
    }

    private func address(_ service: ReplayStage.Service) -> String { servers[service]?.address ?? "" }

    private func fillVariable(_ text: String) async throws(ReplayError) -> String {
        let values = runValues
        return try await Placeholder.fill(text) { placeholder throws(ReplayError) in
            guard let value = values[placeholder.name] else {
                throw .placeholder(placeholder.text, fault: "unknown name of a variable's value")
            }
            return value
        }
    }

    /// A text with its placeholders filled.
    func fill(_ text: [UInt8], _ values: PlaceholderValues) async throws(ReplayError) -> [UInt8] {
        // Bytes that are not UTF-8 are sent unchanged: they hold no placeholder and must not be repaired.
        guard let string = String(validating: text, as: UTF8.self), string.contains("${") else { return text }
        return Array(try await Placeholder.fill(string, with: values.value(of:)).utf8)
    }
}

internal import JSON
package import RuntimeAPIHost
internal import StandIns

/// An expectation: how the function is set up, and what it must decide.
package struct Expectation: Sendable {
    /// How an invocation should end.
    enum Outcome: Sendable {
        /// With a reply whose `response` matches and whose other members are the event's.
        case response(Matcher)
        /// With an HTTP response that matches; its body is read as JSON.
        case httpResponse(Matcher)
        /// With a function error whose type and message match.
        case error(Matcher)
        /// The function reports that it cannot start.
        case startError(Matcher)
    }

    /// One sentence about the case.
    let description: String
    /// The name of a set of variables in `environments.json`.
    let environmentName: String
    /// Variables that this case adds to the set; nil leaves one of the set out.
    let variables: [String: String?]
    /// Whether the case has a process for itself.
    let needsOwnProcess: Bool
    /// What the Authsignal stand-in knows and how it behaves.
    let authsignal: StandInSetup
    /// What the AWS stand-in knows and how it behaves.
    let aws: AWSStandInSetup
    /// How the invocation should end.
    let outcome: Outcome
    /// The expected calls to the Authsignal stand-in; nil if the case does not check them.
    let calls: [String]?
    /// The expected operations of the AWS stand-in; nil if the case does not check them.
    let awsCalls: [String]?
    /// The expected addresses of mails; nil if the case does not check them.
    let mails: [String]?

    /// Reads the text of an expectation.
    ///
    /// - Throws: `Fault` for an unknown member and for a value of the wrong kind.
    package init(parsing bytes: [UInt8]) throws(Fault) {
        let file: JSONValue
        do { file = try JSONValue(parsing: bytes) } catch { throw Fault("not JSON: \(error)") }
        try file.requireMembers(
            among: [
                "description", "environment", "variables", "ownProcess", "authsignal", "response", "httpResponse",
                "error", "startError", "calls", "aws", "awsCalls", "mails",
            ])
        guard let description = file["description"]?.string, let name = file["environment"]?.string else {
            throw Fault("description and environment are required")
        }
        self.description = description
        environmentName = name
        variables = try file["variables"]?.variables() ?? [:]
        needsOwnProcess = file["ownProcess"]?.bool ?? false
        authsignal = try StandInSetup(file["authsignal"])
        aws = try AWSStandInSetup(file["aws"])
        outcome = try Self.outcome(file)
        calls = file["calls"].map { $0.elements.compactMap(\.string) }
        awsCalls = file["awsCalls"].map { $0.elements.compactMap(\.string) }
        mails = file["mails"].map { $0.elements.compactMap(\.string) }
    }

    /// How a result differs from the expectation; empty if it does not.
    ///
    /// - Parameters:
    ///   - event: the bytes that were sent to the function.
    ///   - environment: the function's variables, which hold the keys of tokens.
    ///   - calls: the calls to the Authsignal stand-in.
    ///   - awsCalls: the operations of the AWS stand-in that were called.
    ///   - mails: the addresses of the mails that were sent.
    package func differences(
        of result: InvocationResult, to event: [UInt8], environment: [String: String] = [:], calls: [String] = [],
        awsCalls: [String] = [], mails: [String] = []
    ) -> [Difference] {
        ReplayComparison(
            event: event, expectation: self, environment: environment, calls: calls, awsCalls: awsCalls, mails: mails
        ).differences(of: result)
    }

    private static func outcome(_ file: JSONValue) throws(Fault) -> Outcome {
        switch (file["response"], file["httpResponse"], file["error"], file["startError"]) {
        case (let response?, nil, nil, nil): return .response(try Matcher(response))
        case (nil, let response?, nil, nil): return .httpResponse(try Matcher(response))
        case (nil, nil, let error?, nil): return .error(try Matcher(error))
        case (nil, nil, nil, let error?): return .startError(try Matcher(error))
        default: throw Fault("exactly one of response, httpResponse, error and startError is expected")
        }
    }
}

extension JSONValue {
    /// Refuses a member that nobody would read.
    func requireMembers(among names: Set<String>) throws(Fault) {
        guard kind == .object else { throw Fault("an object is expected") }
        for member in members where !names.contains(member.name) { throw Fault("unknown member \(member.name)") }
    }

    /// The environment variables that an object's members set; null leaves one out.
    func variables() throws(Fault) -> [String: String?] {
        guard kind == .object else { throw Fault("variables are an object") }
        var variables: [String: String?] = [:]
        for member in members {
            guard member.value.isNull || member.value.kind == .string else {
                throw Fault("variable \(member.name) is a string or null")
            }
            variables.updateValue(member.value.string, forKey: member.name)
        }
        return variables
    }
}

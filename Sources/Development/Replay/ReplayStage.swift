package import StandIns

/// What a replay's functions run on: what serves the stand-ins, and what the functions are told besides their
/// variables.
package struct ReplayStage: Sendable {
    /// The services that functions call.
    package enum Service: String, CaseIterable, Sendable { case authsignal, aws, issuer, captcha }

    /// Serves a stand-in.
    package typealias Serve = @Sendable (Service, any StandIn) async throws -> any StandInHost

    /// The variables of a function's process in place of those of its environment.
    package typealias Variables = @Sendable (_ environment: [String: String]) -> [String: String]

    let serve: Serve
    let variables: Variables
    let keepsLogs: Bool
    let traceHeader: String?

    /// A stage. Without arguments, each stand-in has a plain server, and the variables stay as they are.
    ///
    /// - Parameters:
    ///   - keepsLogs: whether the lines that functions log are collected. Those of many events need much memory.
    ///   - traceHeader: the tracing header of every event; nil for events that are not sampled.
    package init(
        serving serve: @escaping Serve = { _, standIn in try await StandInServer(standIn) },
        variables: @escaping Variables = { $0 }, keepsLogs: Bool = true, traceHeader: String? = nil
    ) {
        self.keepsLogs = keepsLogs
        self.traceHeader = traceHeader
        self.serve = serve
        self.variables = variables
    }
}

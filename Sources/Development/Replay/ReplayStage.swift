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

    /// A stage. Without arguments, each stand-in has a plain server, and the variables stay as they are.
    ///
    /// - Parameter keepsLogs: whether the lines that functions log are collected. Those of many events need much memory.
    package init(
        serving serve: @escaping Serve = { _, standIn in try await StandInServer(standIn) },
        variables: @escaping Variables = { $0 }, keepsLogs: Bool = true
    ) {
        self.keepsLogs = keepsLogs
        self.serve = serve
        self.variables = variables
    }
}

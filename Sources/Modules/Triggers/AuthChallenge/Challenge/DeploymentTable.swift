internal import AWS
internal import ExpiringState
internal import FunctionServices
internal import HTTP
internal import LambdaRuntime
private import Primitives
internal import SignInRules

/// The deployment's state table (`STATE_TABLE`), with the errors of a function.
struct DeploymentTable {
    static let variable = "STATE_TABLE"

    /// The table itself.
    let state: StateTable

    private let region: String
    /// Milliseconds since 1970.
    private let now: @Sendable () -> Int64

    /// The table of a deployment; nil if it has none.
    init?(_ services: Services) throws(FunctionError) {
        guard let name = try services.settings.tableName(Self.variable) else { return nil }
        let aws = try services.requiredAWS(for: Self.variable)
        region = try services.settings.region(for: Self.variable)
        state = StateTable(name: name, region: region, aws: aws)
        now = services.now
    }

    /// Has a connection to the table ready for the first event.
    func expectCalls(_ services: Services) { services.expectCalls(to: .dynamoDB, in: region) }

    /// Uses up something that may be used only once, as `StateTable.consume(_:for:at:by:)` does.
    /// - Throws: `FunctionError` if the table does not answer. Nothing may be assumed then.
    func consume(_ key: StateKey, for user: String, by deadline: Deadline) throws(FunctionError) -> Bool {
        do { return try state.consume(key, for: user, at: now(), by: deadline) } catch { throw Self.failure(error) }
    }

    /// What a function reports if the table does not answer.
    static func failure(_ error: AWSError) -> FunctionError { .hidden(.unavailable, "\(variable): \(error)") }
}

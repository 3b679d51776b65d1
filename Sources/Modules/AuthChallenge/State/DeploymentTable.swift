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

    /// The table of a deployment; nil if it has none.
    /// - Parameter isExpected: whether the events need it, so that a connection to it is opened before the first.
    init?(_ services: Services, isExpected: Bool = false) throws(FunctionError) {
        guard let name = services.settings.text(Self.variable) else { return nil }
        let isName = name.utf8.allSatisfy { $0.isASCIINameCharacter || $0 == UInt8(ascii: ".") }
        guard isName, 3...255 ~= name.utf8.count else {
            throw .configuration(Self.variable, "must be the name of a DynamoDB table")
        }
        guard let aws = services.aws else {
            throw .configuration(Self.variable, "needs AWS credentials in the environment")
        }
        let region = try services.settings.region(for: Self.variable)
        state = StateTable(name: name, region: region, aws: aws, now: services.now)
        if isExpected { services.expectCalls(to: .dynamoDB, in: region) }
    }

    /// Uses up something that may be used only once, as `StateTable.consume(_:for:by:)` does.
    /// - Throws: `FunctionError` if the table does not answer. Nothing may be assumed then.
    func consume(_ item: String, for user: String, by deadline: Deadline) throws(FunctionError) -> Bool {
        do { return try state.consume(item, for: user, by: deadline) } catch { throw Self.failure(error) }
    }

    /// What a function reports if the table does not answer.
    static func failure(_ error: AWSError) -> FunctionError { .hidden(.unavailable, "\(variable): \(error)") }
}

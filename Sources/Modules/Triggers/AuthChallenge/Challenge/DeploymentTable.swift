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
        guard let aws = services.aws else {
            throw .configuration(Self.variable, "needs AWS credentials in the environment")
        }
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

/// Which rounds and proofs this function may judge.
///
/// `STATE_TABLE` is regional, so only one Region knows whether a proof or a code has been used. Each round and each
/// proof is therefore valid in the one Region that it names.
struct RegionPolicy: Equatable {
    /// The function's own Region; nil outside Lambda.
    let name: String?
    /// Whether every round and every proof that no round is tied to must name its Region (`SEVERAL_REGIONS`).
    private let isRequired: Bool

    /// The policy of a function that is told of no Region.
    init() { (name, isRequired) = (nil, false) }

    init(_ settings: Settings) throws(FunctionError) {
        let variable = "SEVERAL_REGIONS"
        name = settings.text("AWS_REGION")
        isRequired = try settings.flag(variable)
        guard name != nil || !isRequired else { throw .configuration(variable, "needs AWS_REGION") }
    }

    /// Why something that names this Region may not be judged here; nil if it may.
    /// - Parameter isTiedToRound: whether it is valid only in a round that names its Region itself.
    func refusal(of region: String?, isTiedToRound: Bool = false) -> Refusal? {
        guard let region else { return isRequired && !isTiedToRound ? .noRegion : nil }
        return region == name ? nil : .otherRegion
    }
}

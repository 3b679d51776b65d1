internal import AWS
internal import HTTP
internal import LambdaRuntime
private import Primitives
internal import SignInRules

/// What has to be remembered from one session to the next: one DynamoDB table (`STATE_TABLE`).
///
/// An item's key, the string `pk`, is a word for its kind and a digest; no name, address, token or code is in it.
/// `expiresAt`, in seconds since 1970, is the attribute by which DynamoDB deletes items some time after their end.
/// Nothing relies on that: an item that has ended counts as absent.
///
/// Every operation is one conditional update. DynamoDB makes it atomically, and repeating it has the same effect.
struct StateTable {
    static let variable = "STATE_TABLE"

    private let name: String
    private let region: String
    private let aws: AWSClient
    /// Milliseconds since 1970.
    let now: @Sendable () -> Int64

    /// The table of a deployment; nil if it has none.
    init?(_ services: Services) throws(FunctionError) {
        guard let name = services.settings.text(Self.variable) else { return nil }
        let isName = name.utf8.allSatisfy { $0.isASCIINameCharacter || $0 == UInt8(ascii: ".") }
        guard isName, 3...255 ~= name.utf8.count else {
            throw .configuration(Self.variable, "must be the name of a DynamoDB table")
        }
        guard let aws = services.aws else {
            throw .configuration(Self.variable, "needs AWS credentials in the environment")
        }
        self.name = name
        region = try services.settings.region(for: Self.variable)
        self.aws = aws
        now = services.now
    }

    /// Updates an item.
    /// - Parameters:
    ///   - pk: the item's key.
    ///   - seconds: for how long from now the item is needed; `:until` in the expressions.
    ///   - deadline: when the table must have answered.
    /// - Throws: `FunctionError` if the table does not answer. Nothing may be assumed then.
    func update(
        _ pk: String, _ update: String, where condition: String,
        _ values: [(name: String, value: DynamoDBUpdate.Value)], keepFor seconds: Int64? = nil, by deadline: Deadline
    ) throws(FunctionError) -> DynamoDBUpdate.Outcome {
        var values = values
        if let seconds { values.append(("until", .number(now() / 1_000 + seconds))) }
        let update = DynamoDBUpdate(
            table: name, key: ("pk", pk), update: update, condition: condition, values: values)
        do { return try aws.update(update, region: region, by: deadline) } catch {
            throw .hidden(.unavailable, "\(Self.variable): \(error)")
        }
    }
}

extension Settings {
    /// The function's own region, which Lambda sets.
    func region(for variable: String) throws(FunctionError) -> String {
        guard let region = text("AWS_REGION") else { throw .configuration(variable, "needs AWS_REGION") }
        return region
    }
}

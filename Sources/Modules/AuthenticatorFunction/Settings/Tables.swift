internal import AWS
internal import ExpiringState
internal import FunctionServices
internal import LambdaRuntime
internal import Primitives

/// The tables of a deployment (`USERS_TABLE`, `STATE_TABLE`), and the client that reads and writes them.
struct Tables {
    let names: DynamoDBTables
    let aws: AWSClient

    init(_ services: Services) throws(FunctionError) {
        func name(_ variable: String) throws(FunctionError) -> String {
            guard let name = services.settings.text(variable), 3...255 ~= name.utf8.count,
                name.utf8.allSatisfy({ $0.isASCIINameCharacter || $0 == UInt8(ascii: ".") })
            else { throw .configuration(variable, "must be the name of a DynamoDB table") }
            return name
        }
        let users = try name("USERS_TABLE")
        let state = try name("STATE_TABLE")
        guard let aws = services.aws else {
            throw .configuration("USERS_TABLE", "needs AWS credentials in the environment")
        }
        self.aws = aws
        names = DynamoDBTables(users: users, state: state, region: try services.settings.region(for: "USERS_TABLE"))
    }

    /// The table of what expires.
    func state(_ now: @escaping @Sendable () -> Int64) -> StateTable {
        StateTable(name: names.state, region: names.region, aws: aws, now: now)
    }
}

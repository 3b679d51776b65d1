package import FunctionServices
package import LambdaRuntime

extension PasskeyTables {
    /// The tables of a deployment.
    package init(_ services: Services) throws(FunctionError) {
        func name(_ variable: String) throws(FunctionError) -> String {
            guard let name = try services.settings.tableName(variable) else {
                throw .configuration(variable, "must be the name of a DynamoDB table")
            }
            return name
        }
        let (users, state) = (try name("USERS_TABLE"), try name("STATE_TABLE"))
        let aws = try services.requiredAWS(for: "USERS_TABLE")
        self.init(users: users, state: state, region: try services.settings.region(for: "USERS_TABLE"), aws: aws)
    }
}

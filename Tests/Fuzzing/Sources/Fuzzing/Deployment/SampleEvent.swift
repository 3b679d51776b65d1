internal import JSON

/// Events of an ordinary sign-in.
enum SampleEvent {
    static let sub = "7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11"
    static let email = "ana@example.test"
    static let pool = "eu-west-1_AbCdEf123"
    static let client = "3kq0example1clientid2value3"
    static let subject = "https://issuer.example/|auth0|5f7c8ec7"

    /// An event of a trigger.
    /// - Parameter request: members of the request besides the user's attributes, as JSON.
    static func trigger(_ source: String, _ request: [(String, JSONTree)] = [], response: String = "{}") -> JSONTree {
        let user = JSONTree(
            text: Array(
                #"""
                {"sub":"\#(sub)","email":"\#(email)","email_verified":"true","locale":"de-CH",
                "custom:oidc_subject":"\#(subject)","cognito:user_status":"CONFIRMED"}
                """#.utf8))
        return .object([
            ("version", .string("1")), ("region", .string("eu-west-1")), ("userPoolId", .string(pool)),
            ("userName", .string(sub)),
            ("callerContext", .object([("awsSdkVersion", .string("aws-sdk")), ("clientId", .string(client))])),
            ("triggerSource", .string(source)), ("request", .object([("userAttributes", user)] + request)),
            ("response", .written(Array(response.utf8))),
        ])
    }

    /// A session with these rows: the result, and Create's note.
    static func session(_ rows: [(result: Bool, note: String)], startsWith start: [String] = []) -> JSONTree {
        let custom = rows.map { row in
            JSONTree.object([
                ("challengeName", .string("CUSTOM_CHALLENGE")),
                ("challengeResult", .written(Array((row.result ? "true" : "false").utf8))),
                ("challengeMetadata", .string(row.note)),
            ])
        }
        let others = start.map { name in
            JSONTree.object([("challengeName", .string(name)), ("challengeResult", .written(Array("true".utf8)))])
        }
        return .array(others + custom)
    }
}

import AWS
import Authsignal
import HTTP
import JSON
import OpenID
import Testing
import Tracing

/// The calls of the functions' own clients.
@Suite("The trace of a call of a service")
struct ServiceCallTests {
    /// What belongs to a user or is secret, in every call that has room for it.
    private enum Secret {
        static let user = "7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11"
        static let email = "ana@example.test"
        static let code = "314159"
        static let token = "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl"
        static let key = "wJalrXUtnFEMI-K7MDENG-bPxRfiCYEXAMPLEKEY"
        static let all = [user, email, code, token, key]
    }

    private static let deadline = Deadline(1_000_000) { 0 }
    private static let credentials = AWSCredentials(
        accessKeyID: Secret.key, secretAccessKey: Secret.key, sessionToken: Secret.token)

    private static func aws(_ calls: TracedCalls) -> AWSClient {
        AWSClient(transport: calls, credentials: credentials, environment: { _ in nil }, pause: { _ in })
    }

    private static func authsignal(_ calls: TracedCalls) throws -> AuthsignalClient {
        AuthsignalClient(
            baseURL: try #require(BaseURL("https://api.authsignal.com/v1")), secret: AuthsignalSecret(Secret.key),
            transport: calls)
    }

    /// What a client does, and the names and the operations that a trace then shows.
    struct Work: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let shown: [String]
        let body: @Sendable (TracedCalls) throws -> Void

        init(_ testDescription: String, _ shown: [String], _ body: @escaping @Sendable (TracedCalls) throws -> Void) {
            self.testDescription = testDescription
            self.shown = shown
            self.body = body
        }
    }

    static let works = [
        Work("a read of an item", ["DynamoDB GetItem"]) {
            _ = try aws($0).item(.init(Secret.user), in: "state", region: "eu-west-1", by: deadline)
        },
        Work("a read of items", ["DynamoDB Query"]) {
            _ = try? aws($0).items(pk: Secret.user, in: "users", region: "eu-west-1", by: deadline)
        },
        Work("writes of items", ["DynamoDB PutItem", "DynamoDB UpdateItem", "DynamoDB DeleteItem"]) { calls in
            for action: DynamoDBWrite.Action in [.put(["code": .string(Secret.code)]), .update("SET a = :a"), .delete] {
                let write = DynamoDBWrite(
                    action, .init(Secret.user, Secret.email), in: "users", values: ["a": .string(Secret.token)])
                _ = try aws(calls).write(write, region: "eu-west-1", by: deadline)
            }
        },
        Work("a transaction", ["DynamoDB TransactWriteItems"]) {
            let write = DynamoDBWrite(.delete, .init(Secret.user), in: "users")
            _ = try aws($0).write([write], token: Secret.user, region: "eu-west-1", by: deadline)
        },
        Work("a mail", ["SES SendEmail"]) {
            let mail = Email(
                sender: "no-reply@example.org", recipient: Secret.email,
                content: .simple(subject: Secret.code, text: Secret.code, html: Secret.code), configurationSet: nil)
            try aws($0).send(mail, region: "eu-west-1", by: deadline)
        },
        Work("a read of a secret", ["SecretsManager GetSecretValue"]) {
            _ = try? aws($0).secretString(
                "arn:aws:secretsmanager:eu-west-1:123456789012:secret:\(Secret.user)", by: deadline)
        },
        Work("a change of a user", ["CognitoIdentityProvider AdminUpdateUserAttributes"]) {
            try aws($0).markEmailVerified(
                Secret.email, userName: Secret.user, userPoolID: "eu-west-1_AbCdEf123", region: "eu-west-1",
                by: deadline)
        },
        Work(
            "calls of Authsignal",
            ["track", "getAction", "getAuthenticators", "enrollVerifiedAuthenticator", "validateChallenge"].map {
                "api.authsignal.com \($0)"
            }
        ) { calls in
            let client = try authsignal(calls)
            _ = try? client.track(
                "cognitoAuth", userID: Secret.user, idempotencyKey: Secret.token, email: Secret.email,
                username: Secret.email, by: deadline)
            _ = try? client.stateUpdatedAt(
                "cognitoAuth", userID: Secret.user, idempotencyKey: Secret.token, by: deadline)
            _ = try? client.authenticators(userID: Secret.user, by: deadline)
            _ = try? client.enrolEmail(Secret.email, userID: Secret.user, by: deadline)
            _ = try? client.validate(Secret.token, userID: Secret.user, action: nil, by: deadline)
        },
        Work("the keys of an issuer", ["issuer.example.test jwks"]) { calls in
            let keys = IssuerKeys(
                of: try #require(Issuer("https://issuer.example.test/")),
                at: KeySetURL("https://issuer.example.test/\(Secret.user)/jwks?p=\(Secret.token)"),
                transport: calls, now: { 0 })
            _ = try? keys.current(by: deadline)
        },
        Work("the configuration of an issuer", ["issuer.example.test openid-configuration"]) { calls in
            let keys = IssuerKeys(
                of: try #require(Issuer("https://issuer.example.test/\(Secret.user)/")), at: nil, transport: calls,
                now: { 0 })
            _ = try? keys.current(by: deadline)
        },
    ]

    @Test("names the service and the operation, and nothing of users, addresses, tokens and keys", arguments: works)
    func namesTheOperation(work: Work) throws {
        let calls = TracedCalls(#"{"SecretString":"\#(Secret.token)","email":"\#(Secret.email)"}"#)
        try work.body(calls)
        let documents = try calls.documents.map { try JSONValue(parsing: Array($0.utf8)) }
        #expect(
            documents.map { document in
                let operation = document["aws"]?["operation"] ?? document["annotations"]?["operation"]
                return "\(document["name"]?.string ?? "") \(operation?.string ?? "")"
            } == work.shown)
        #expect(Set(documents.compactMap { $0["aws"]?["region"]?.string }).subtracting(["eu-west-1"]) == [])
        #expect(Secret.all.filter { secret in calls.documents.contains { $0.contains(secret) } } == [])
    }
}

import AWS
import HTTP
import HTTPTestSupport
import TestSupport
import Testing

/// An operation of a service, and the one request that it sends.
struct AWSOperation: Sendable, CustomTestStringConvertible {
    /// The value of `X-Amz-Target`; the path if the service has one for each operation.
    let testDescription: String
    /// The Region and the service that the request is signed for.
    let scope: [String]
    let contentType: String
    let body: String
    let call: @Sendable (AWSClient, Deadline) throws(AWSError) -> Void

    static let all = [secret, address, mail, item, itemWithoutSortKey, transaction] + writes

    private static let arn = "arn:aws:secretsmanager:us-gov-east-1:123456789012:secret:name-AbCdEf"

    /// It is signed for the Region of the ARN.
    private static let secret = AWSOperation(
        testDescription: "secretsmanager.GetSecretValue", scope: ["us-gov-east-1", "secretsmanager"],
        contentType: "application/x-amz-json-1.1", body: #"{"SecretId":"\#(arn)"}"#
    ) { client, deadline throws(AWSError) in _ = try client.secretString(arn, by: deadline) }

    /// It sets the proven address, and nothing else.
    private static let address = AWSOperation(
        testDescription: "AWSCognitoIdentityProviderService.AdminUpdateUserAttributes",
        scope: ["ap-southeast-2", "cognito-idp"], contentType: "application/x-amz-json-1.1",
        body: #"{"UserPoolId":"ap-southeast-2_Example","Username":"ada","#
            + #""UserAttributes":[{"Name":"email","Value":"ana@example.test"},"#
            + #"{"Name":"email_verified","Value":"true"}]}"#
    ) { client, deadline throws(AWSError) in
        try client.markEmailVerified(
            "ana@example.test", userName: "ada", userPoolID: "ap-southeast-2_Example", region: "ap-southeast-2",
            by: deadline)
    }

    private static let mail = AWSOperation(
        testDescription: "/v2/email/outbound-emails", scope: ["eu-west-1", "ses"], contentType: "application/json",
        body: #"{"FromEmailAddress":"Example <no-reply@example.test>","#
            + #""Destination":{"ToAddresses":["ana@example.test"]},"Content":{"Simple":{"#
            + #""Subject":{"Data":"Code","Charset":"UTF-8"},"Body":{"Text":{"Data":"a \"b\"","Charset":"UTF-8"},"#
            + #""Html":{"Data":"<p>é</p>","Charset":"UTF-8"}}}}}"#
    ) { client, deadline throws(AWSError) in
        let sender = "Example <no-reply@example.test>"
        let email = Email(sender: sender, recipient: "ana@example.test", content: SESTests.simple)
        try client.send(email, region: "eu-west-1", by: deadline)
    }

    private static func dynamoDB(
        _ operation: String, _ body: String, _ call: @escaping @Sendable (AWSClient, Deadline) throws(AWSError) -> Void
    ) -> AWSOperation {
        AWSOperation(
            testDescription: "DynamoDB_20120810.\(operation)", scope: ["eu-west-1", "dynamodb"],
            contentType: "application/x-amz-json-1.0", body: body, call: call)
    }

    private static let item = dynamoDB(
        "GetItem", #"{"TableName":"users","Key":{"pk":{"S":"user#a"},"sk":{"S":"profile"}},"ConsistentRead":true}"#
    ) { client, deadline throws(AWSError) in
        _ = try client.item(DynamoDBKey("user#a", "profile"), in: "users", region: "eu-west-1", by: deadline)
    }

    private static let itemWithoutSortKey = dynamoDB(
        "GetItem", #"{"TableName":"users","Key":{"pk":{"S":"code#a"}},"ConsistentRead":true}"#
    ) { client, deadline throws(AWSError) in
        _ = try client.item(DynamoDBKey("code#a"), in: "users", region: "eu-west-1", by: deadline)
    }

    private static let old = #""ReturnValuesOnConditionCheckFailure":"ALL_OLD"}"#
    private static let user = #"{"pk":{"S":"user#a"},"sk":{"S":"profile"}}"#

    /// It asks for the item if a condition fails.
    private static let writes = [
        (
            DynamoDBWriteTests.update, "UpdateItem",
            #"{"TableName":"state","Key":{"pk":{"S":"token#a"}},"#
                + #""UpdateExpression":"SET consumedBy = :round, expiresAt = :until","#
                + #""ConditionExpression":"attribute_not_exists(pk) OR consumedBy = :round","#
                + #""ExpressionAttributeValues":{":round":{"S":"r\"1"},":set":{"SS":["a","b"]},"#
                + #"":until":{"N":"1800000000"}},\#(old)"#
        ),
        (
            DynamoDBWrite(
                .put(["n": .number(1)]), DynamoDBKey("user#a", "profile"), in: "users", if: "attribute_not_exists(pk)"),
            "PutItem",
            #"{"TableName":"users","Item":{"n":{"N":"1"},"pk":{"S":"user#a"},"sk":{"S":"profile"}},"#
                + #""ConditionExpression":"attribute_not_exists(pk)",\#(old)"#
        ),
        (
            DynamoDBWrite(
                .update("SET #n = :n"), DynamoDBKey("user#a", "profile"), in: "users", if: "#n < :n",
                names: ["n": "name"], values: ["n": .bytes([1])]),
            "UpdateItem",
            ##"{"TableName":"users","Key":\##(user),"UpdateExpression":"SET #n = :n","ConditionExpression":"#n < :n","##
                + ##""ExpressionAttributeNames":{"#n":"name"},"ExpressionAttributeValues":{":n":{"B":"AQ=="}},"##
                + old
        ),
        (
            DynamoDBWrite(.delete, DynamoDBKey("code#a"), in: "state"), "DeleteItem",
            #"{"TableName":"state","Key":{"pk":{"S":"code#a"}}}"#
        ),
    ].map { write, operation, body in
        dynamoDB(operation, body) { client, deadline throws(AWSError) in
            _ = try client.write(write, region: "eu-west-1", by: deadline)
        }
    }

    private static let transaction = dynamoDB(
        "TransactWriteItems",
        #"{"TransactItems":[{"Put":{"TableName":"users","Item":\#(user),"#
            + #""ConditionExpression":"attribute_not_exists(pk)",\#(old)},"#
            + #"{"Update":{"TableName":"state","Key":{"pk":{"S":"used#c"}},"UpdateExpression":"SET usedBy = :u","#
            + #""ConditionExpression":"attribute_not_exists(pk)","#
            + #""ExpressionAttributeValues":{":u":{"S":"x"}},\#(old)},"#
            + #"{"Delete":{"TableName":"users","Key":{"pk":{"S":"user#a"},"sk":{"S":"email"}}}},"#
            + #"{"Delete":{"TableName":"users","Key":{"pk":{"S":"user#b"},"sk":{"S":"profile"}},"#
            + #""ConditionExpression":"attribute_exists(pk)",\#(old)}],"ClientRequestToken":"attempt-1"}"#
    ) { client, deadline throws(AWSError) in
        _ = try client.write(DynamoDBTransactionTests.writes, token: "attempt-1", region: "eu-west-1", by: deadline)
    }
}

@Suite("Operations of AWS services")
struct AWSOperationTests {
    private static func run(_ operation: AWSOperation, answering text: String) async throws -> ServiceCall<Bool> {
        try await ServiceCall.run({ _ in SampleAWS.json(text) }) { client, deadline throws(AWSError) in
            try operation.call(client, deadline)
            return true
        }
    }

    @Test("each is one signed POST with its whole content", arguments: AWSOperation.all)
    func operationIsOneSignedCall(operation: AWSOperation) async throws {
        let call = try await Self.run(operation, answering: #"{"SecretString":"a"}"#)
        try expect(call.result.get(), equals: true)
        #expect(call.requests.count == 1)
        let request = try #require(call.requests.first)
        let isPath = operation.testDescription.hasPrefix("/")
        #expect(request.method == "POST" && request.headers("Host").count == 1)
        #expect(request.target == (isPath ? operation.testDescription : "/"))
        #expect(request.headers("X-Amz-Target") == (isPath ? [] : [operation.testDescription]))
        #expect(request.headers("Content-Type") == [operation.contentType])
        #expect(request.headers("X-Amz-Security-Token") == [SampleAWS.sessionToken])
        #expect(String(decoding: request.body, as: UTF8.self) == operation.body)
        let signature = try #require(RecomputedSignature(request, secretAccessKey: SampleAWS.secretAccessKey))
        #expect(signature.credential.dropFirst(2).map { String($0) } == operation.scope + ["aws4_request"])
        #expect(signature.signedHeaders.contains("x-amz-security-token") && signature.given == signature.expected)
    }

    @Test(
        "a success that is not a JSON object is an unreadable answer",
        arguments: AWSOperation.all.filter { $0.contentType != "application/json" }, ["", "[]", "true", "{"])
    func otherContentIsUnreadable(operation: AWSOperation, text: String) async throws {
        let call = try await Self.run(operation, answering: text)
        #expect(throws: AWSError.unreadable) { try call.result.get() }
    }
}

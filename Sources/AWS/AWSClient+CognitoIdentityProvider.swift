package import HTTP
private import JSON

extension AWSClient {
    /// Marks a user's email address as verified (Amazon Cognito, `AdminUpdateUserAttributes`).
    package func markEmailVerified(
        userName: String, userPoolID: String, region: String, by deadline: Deadline
    ) throws(AWSError) {
        let attribute = JSONWriter.object { attribute in
            attribute.member("Name", "email_verified")
            attribute.member("Value", "true")
        }
        _ = try call(
            "AdminUpdateUserAttributes",
            of: Service(
                endpointPrefix: "cognito-idp", variable: "COGNITO_IDENTITY_PROVIDER",
                targetPrefix: "AWSCognitoIdentityProviderService"),
            region: region,
            body: JSONWriter.object { body in
                body.member("UserPoolId", userPoolID)
                body.member("Username", userName)
                body.member("UserAttributes", raw: [UInt8(ascii: "[")] + attribute + [UInt8(ascii: "]")])
            }, by: deadline)
    }
}

package import HTTP
private import JSON

extension AWSClient {
    /// Marks an email address of a user as verified (Amazon Cognito, `AdminUpdateUserAttributes`). The call names the
    /// address, so that an address set in the meantime does not get the mark.
    package func markEmailVerified(
        _ email: String, userName: String, userPoolID: String, region: String, by deadline: Deadline
    ) throws(AWSError) {
        func attribute(_ name: String, _ value: String) -> [UInt8] {
            JSONWriter.object { attribute in
                attribute.member("Name", name)
                attribute.member("Value", value)
            }
        }
        let attributes = attribute("email", email) + [UInt8(ascii: ",")] + attribute("email_verified", "true")
        _ = try call(
            "AdminUpdateUserAttributes",
            of: Service(
                endpointPrefix: "cognito-idp", variable: "COGNITO_IDENTITY_PROVIDER",
                targetPrefix: "AWSCognitoIdentityProviderService"),
            region: region,
            body: JSONWriter.object { body in
                body.member("UserPoolId", userPoolID)
                body.member("Username", userName)
                body.member("UserAttributes", raw: [UInt8(ascii: "[")] + attributes + [UInt8(ascii: "]")])
            }, by: deadline)
    }
}

package import HTTP
private import JSON

extension AWSClient {
    /// Reads the string of a secret (Secrets Manager, `GetSecretValue`).
    /// - Parameters:
    ///   - arn: the secret's ARN, which also says in which region it is.
    ///   - stage: the version's staging label, such as `AWSPREVIOUS`; nil for the current version.
    /// - Throws: `AWSError`; also when the secret is binary.
    package func secretString(_ arn: String, stage: String? = nil, by deadline: Deadline) throws(AWSError) -> String {
        // arn:partition:secretsmanager:region:account:secret:name
        let parts = arn.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count >= 7, parts[0] == "arn", parts[2] == "secretsmanager", parts[5] == "secret" else {
            throw .invalidName("the secret's ARN")
        }
        let answer = try call(
            "GetSecretValue",
            of: Service(
                endpointPrefix: "secretsmanager", variable: "SECRETS_MANAGER", targetPrefix: "secretsmanager"),
            region: String(parts[3]),
            body: JSONWriter.object { body in
                body.member("SecretId", arn)
                body.member("VersionStage", ifPresent: stage)
            }, by: deadline)
        guard let secret = answer["SecretString"]?.string, !secret.isEmpty else { throw .unreadable }
        return secret
    }
}

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

extension AWSClient {
    /// Sends a mail (Amazon SES API v2, `SendEmail`). It is never sent a second time: the service may have taken the
    /// first one.
    package func send(_ email: Email, region: String, by deadline: Deadline) throws(AWSError) {
        _ = try post(
            "/v2/email/outbound-emails", to: .email, region: region, body: email.body, isSentOnce: true, by: deadline
        ).success()
    }
}

extension AWSClient.Service {
    /// Amazon SES API v2.
    package static let email = AWSClient.Service(
        endpointPrefix: "email", signingName: "ses", variable: "SESV2", contentType: "application/json")
}

extension Email {
    fileprivate var body: [UInt8] {
        JSONWriter.object { body in
            body.member("FromEmailAddress", sender)
            body.member("Destination") { $0.member("ToAddresses", [recipient]) }
            body.member("ConfigurationSetName", ifPresent: configurationSet)
            body.member("Content") { written in
                switch content {
                case .simple(let subject, let text, let html):
                    written.member("Simple") { simple in
                        simple.member("Subject", utf8: subject)
                        simple.member("Body") { parts in
                            parts.member("Text", utf8: text)
                            parts.member("Html", utf8: html)
                        }
                    }
                case .template(let name, let values):
                    let data = JSONWriter.object { data in
                        for (name, value) in values.sorted(by: { $0.key < $1.key }) { data.member(name, value) }
                    }
                    written.member("Template") { template in
                        template.member("TemplateName", name)
                        // The values are an object inside a string.
                        template.member("TemplateData", String(decoding: data, as: UTF8.self))
                    }
                }
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ name: String, utf8 text: String) {
        member(name) { part in
            part.member("Data", text)
            part.member("Charset", "UTF-8")
        }
    }
}

/// A mail to one address.
package struct Email: Sendable {
    /// What it says.
    package enum Content: Equatable, Sendable {
        /// The whole mail.
        case simple(subject: String, text: String, html: String)
        /// A template stored in Amazon SES, by its name, and the values for its variables.
        case template(name: String, values: [String: String])
    }

    /// The sender, as in a mail's header: `Example <no-reply@example.org>`.
    package var sender: String
    /// The address it goes to.
    package var recipient: String
    /// What it says.
    package var content: Content
    /// The SES configuration set that it belongs to; nil for the identity's default, if there is one.
    package var configurationSet: String?

    /// Makes a mail.
    package init(sender: String, recipient: String, content: Content, configurationSet: String? = nil) {
        self.sender = sender
        self.recipient = recipient
        self.content = content
        self.configurationSet = configurationSet
    }
}

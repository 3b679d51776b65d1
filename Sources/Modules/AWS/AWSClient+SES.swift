package import HTTP
private import JSON

extension AWSClient {
    /// Sends a mail (Amazon SES API v2, `SendEmail`). It is never sent a second time: the service may have taken the
    /// first one.
    package func send(_ email: Email, region: String, by deadline: Deadline) throws(AWSError) {
        _ = try post(
            "/v2/email/outbound-emails", "SendEmail", to: .email, region: region, body: email.body, isSentOnce: true,
            by: deadline
        ).success()
    }
}

extension AWSClient.Service {
    /// Amazon SES API v2.
    static let email = AWSClient.Service(
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

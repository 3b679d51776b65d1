internal import Foundation
internal import JSON

/// A mail as Amazon SES was asked to send it.
package struct SentMail: Equatable, Sendable {
    /// From whom.
    package let sender: String
    /// To whom.
    package let recipient: String
    /// Its subject; nil for one made of a template.
    package let subject: String?
    /// Its plain text; nil for one made of a template.
    package let text: String?
    /// Its HTML; nil for one made of a template.
    package let html: String?
    /// The template's name; nil for a mail that came whole.
    package let template: String?
    /// The values for the template's variables.
    package let values: [String: String]

    /// Reads the content of a request of `SendEmail`; nil for one that no mail comes of.
    package init?(_ body: [UInt8]) {
        guard let request = try? JSONValue(parsing: body), let sender = request["FromEmailAddress"]?.string,
            let recipients = request["Destination"]?["ToAddresses"]?.elements.compactMap(\.string),
            recipients.count == 1, let recipient = recipients.first, let content = request["Content"]
        else { return nil }
        self.sender = sender
        self.recipient = recipient
        let simple = content["Simple"]
        subject = simple?["Subject"]?["Data"]?.string
        text = simple?["Body"]?["Text"]?["Data"]?.string
        html = simple?["Body"]?["Html"]?["Data"]?.string
        template = content["Template"]?["TemplateName"]?.string
        let data = content["Template"]?["TemplateData"]?.string.flatMap { try? JSONValue(parsing: Array($0.utf8)) }
        values = Dictionary(
            (data?.members ?? []).compactMap { name, value in value.string.map { (name, $0) } },
            uniquingKeysWith: { first, _ in first })
        guard subject != nil || template != nil else { return nil }
    }

    /// The first run of six digits or more in it.
    package var code: String? {
        if let code = values["code"] { return code }
        return text?.firstMatch(of: /[0-9]{6,}/).map { String($0.output) }
    }
}

internal import Essentials
internal import JSON

/// A mail that Amazon SES was asked to send.
package struct SentMail: Equatable, Sendable {
    /// The sender's address.
    package let sender: String
    /// The recipient's address.
    package let recipient: String
    /// Its subject; nil if it uses a template.
    package let subject: String?
    /// Its plain text; nil if it uses a template.
    package let text: String?
    /// Its HTML; nil if it uses a template.
    package let html: String?
    /// The template's name; nil if it uses none.
    package let template: String?
    /// The values for the template's variables.
    package let values: [String: String]

    /// Reads the content of a `SendEmail` request; nil if it does not ask for one mail to one recipient, or names
    /// sender or recipient in anything but ASCII, which Amazon SES refuses.
    package init?(_ body: [UInt8]) {
        guard let request = try? JSONValue(parsing: body), let sender = request["FromEmailAddress"]?.string,
            let recipients = request["Destination"]?["ToAddresses"]?.elements.compactMap(\.string),
            recipients.count == 1, let recipient = recipients.first, let content = request["Content"],
            (sender + recipient).utf8.allSatisfy({ $0 < 0x80 })
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

    /// The code in it: the template's `code`, or the first line of the text that is six or more digits or groups of
    /// letters and digits; nil if it has none.
    package var code: String? {
        if let code = values["code"] { return code }
        return text?.split(separator: "\n").first { $0.wholeMatch(of: /[0-9]{6,}|[0-9A-Z]{4}(-[0-9A-Z]{4})+/) != nil }
            .map(String.init)
    }
}

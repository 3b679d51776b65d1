package import LambdaRuntime
private import Primitives

/// What a deployment decides about its mails.
package struct MailSettings: Sendable {
    /// The sender.
    let sender: MailOrigin
    /// The service's name in the mails.
    let serviceName: String
    /// The language for users whose locale names none of the built-in ones.
    let defaultLanguage: MailLanguage
    /// What the names of the templates in Amazon SES begin with; nil for the built-in texts.
    let template: String?
    /// The SES configuration set; nil for the identity's default, if there is one.
    let configurationSet: String?
    /// The region of Amazon SES, which is the function's own.
    package let region: String

    /// Reads the variables.
    package init(_ settings: Settings) throws(FunctionError) {
        sender = try Self.sender(settings.text(Self.senderVariable))
        region = try settings.region(for: Self.senderVariable)
        template = try Self.name(
            settings, "OTP_TEMPLATE", atMost: MailTemplates.longestName,
            "must be 1 to \(MailTemplates.longestName) letters, digits, hyphens or underscores")
        configurationSet = try Self.name(
            settings, "SES_CONFIGURATION_SET", atMost: 64, "must be the name of a configuration set in Amazon SES")
        defaultLanguage = try settings.choice("MAIL_LANGUAGE", default: .english)
        serviceName = try Self.serviceName(settings.text("SERVICE_NAME"), sender: sender)
    }

    /// The variable without which no mail can be sent.
    package static let senderVariable = "OTP_SENDER"

    private static func sender(_ text: String?) throws(FunctionError) -> MailOrigin {
        do throws(MailOrigin.Problem) { return try MailOrigin(text ?? "") } catch {
            throw .configuration(senderVariable, error.rawValue)
        }
    }

    private static func name(
        _ settings: Settings, _ variable: String, atMost length: Int, _ problem: String
    ) throws(FunctionError) -> String? {
        guard let name = settings.text(variable) else { return nil }
        guard name.utf8.count <= length, name.utf8.allSatisfy(\.isASCIINameCharacter) else {
            throw .configuration(variable, problem)
        }
        return name
    }

    /// Without a name of its own the service goes by the sender's, and without that by the sender's domain.
    private static func serviceName(_ text: String?, sender: MailOrigin) throws(FunctionError) -> String {
        guard let text else { return sender.name }
        guard text.unicodeScalars.count <= 64, text.unicodeScalars.allSatisfy(PlainName.isAllowed) else {
            throw .configuration(
                "SERVICE_NAME", "must be at most 64 characters, without < and > and control characters")
        }
        return text
    }
}

/// Names that an operator chooses, in mails.
enum PlainName {
    /// Whether a scalar is neither of markup nor a control character, and does not hide or turn round others.
    static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x3C, 0x3E, 0x7F...0x9F, 0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
        default: true
        }
    }
}

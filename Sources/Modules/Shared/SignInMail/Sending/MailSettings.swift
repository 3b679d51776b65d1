package import LambdaRuntime
private import Primitives

/// What a deployment decides about its mails.
package struct MailSettings: Sendable {
    /// The sender, as in a mail's header: `Example <no-reply@example.org>`.
    let sender: String
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
    static let senderVariable = "OTP_SENDER"

    private static func sender(_ text: String?) throws(FunctionError) -> String {
        guard let text, text.utf8.contains(UInt8(ascii: "@")), text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }),
            text.utf8.count <= 320
        else { throw .configuration(senderVariable, "must be the address that codes are sent from") }
        return text
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
    private static func serviceName(_ text: String?, sender: String) throws(FunctionError) -> String {
        guard let text else { return SenderName.of(sender) }
        guard text.unicodeScalars.count <= 64, text.unicodeScalars.allSatisfy(isPrintable) else {
            throw .configuration(
                "SERVICE_NAME", "must be at most 64 characters, without < and > and control characters")
        }
        return text
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x3C, 0x3E, 0x7F...0x9F, 0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
        default: true
        }
    }
}

/// The name in a sender such as `Example <no-reply@example.org>`.
enum SenderName {
    /// The name before the address, without its quotes; without a name the address's domain.
    static func of(_ sender: String) -> String {
        let name = sender.prefix { $0 != "<" }
        guard name.utf8.count < sender.utf8.count else { return domain(of: sender) }
        let plain = name.filter { $0 != "\"" && $0 != "\\" && $0 != ">" }
        let words = plain.split(separator: " ").joined(separator: " ")
        return words.isEmpty ? domain(of: sender) : words
    }

    private static func domain(of sender: String) -> String {
        let domain = sender[(sender.lastIndex(of: "@") ?? sender.startIndex)...].dropFirst()
        return String(domain.prefix { $0 != ">" && $0 != " " })
    }
}

internal import AWS
private import Primitives

/// Templates stored in Amazon SES, which stand in for the built-in texts.
///
/// The name of a message's template is the deployment's name for its templates, a word for the message, and a locale:
/// `<name>-de-AT` for codes to sign in with, `<name>-added-de-AT` for a notice.
struct MailTemplates {
    private let name: String
    private let defaultLanguage: MailLanguage

    /// The longest that a deployment's name may be. Amazon SES takes 64 characters, and the longest ending is
    /// `-confirm-fil-PH`.
    static let longestName = 48

    init(name: String, defaultLanguage: MailLanguage) {
        self.name = name
        self.defaultLanguage = defaultLanguage
    }

    /// The templates to try for a user's locale, the best first: the locale's own, the language's, and that of the
    /// default language.
    func contents(of message: MailMessage, in context: MailContext, locale: String?) -> [Email.Content] {
        var endings = [defaultLanguage.rawValue]
        if let locale = locale.flatMap(MailLocale.init) { endings = [locale.name, locale.language] + endings }
        let name = message.templateWord.map { "\(self.name)-\($0)" } ?? self.name
        let values = message.templateValues.merging(
            ["service": context.service, "time": "\(context.day) \(context.minute) UTC"]
        ) { value, _ in value }
        return endings.indices.filter { !endings[..<$0].contains(endings[$0]) }.map { index in
            .template(name: "\(name)-\(endings[index])", values: values)
        }
    }
}

extension MailMessage {
    /// The word for the message in a template's name; nil for codes to sign in with.
    fileprivate var templateWord: String? {
        switch self {
        case .signInCode: nil
        case .addressCode: "confirm"
        case .firstPasskeyAdded: "first"
        case .passkeyAdded: "added"
        case .passkeyRemoved: "removed"
        case .addressChanged: "moved"
        case .authenticatorsReset: "reset"
        }
    }

    /// The message's own variables. One that has no value is empty, because Amazon SES drops a mail whose template uses
    /// a variable that is not given.
    fileprivate var templateValues: [String: String] {
        switch self {
        case .signInCode(let code), .addressCode(let code):
            [
                "code": code.text, "minutes": String(max(code.minutes, 1)), "long": code.form == .long ? "true" : "",
                "again": code.isRepeated ? "true" : "",
            ]
        case .firstPasskeyAdded(let passkey), .passkeyRemoved(let passkey): passkey.templateValues(others: [])
        case .passkeyAdded(let passkey, let others): passkey.templateValues(others: others)
        case .addressChanged, .authenticatorsReset: [:]
        }
    }
}

extension PasskeyLabel {
    fileprivate func templateValues(others: [PasskeyLabel]) -> [String: String] {
        [
            "passkey": name ?? "", "provider": provider ?? "",
            "others": others.compactMap(\.line).joined(separator: ", "),
        ]
    }
}

extension MailSettings {
    /// The mails to try for a message, the best first: templates if the deployment has any, then the built-in text.
    ///
    /// - Parameter milliseconds: when what the message is about happened, since 1970.
    func contents(of message: MailMessage, locale: String?, milliseconds: Int64) -> [Email.Content] {
        let context = MailContext(service: serviceName, milliseconds: milliseconds)
        let builtIn = builtIn(message, in: context, locale: locale)
        guard let template else { return [builtIn] }
        let templates = MailTemplates(name: template, defaultLanguage: defaultLanguage)
        return templates.contents(of: message, in: context, locale: locale) + [builtIn]
    }

    private func builtIn(_ message: MailMessage, in context: MailContext, locale: String?) -> Email.Content {
        let language = locale.flatMap(MailLanguage.init(locale:)) ?? defaultLanguage
        let content = MailContent(message, in: language, context)
        return .simple(subject: content.subject, text: content.text, html: content.html)
    }
}

/// A user's locale in the form in which the names of stored templates end.
struct MailLocale: Equatable {
    /// A language, such as `de` or `fil`.
    let language: String
    /// The language, and the region if there is one: `pt-BR`.
    let name: String

    /// Reads a language with a region or without, such as `de`, `pt-BR` or `pt_br`; nil for anything else that a user
    /// wrote there.
    init?(_ locale: String) {
        let parts = locale.utf8.split(omittingEmptySubsequences: false) { "-_".utf8.contains($0) }
        guard 1...2 ~= parts.count, 2...3 ~= parts[0].count, parts[0].allSatisfy(\.isASCIILetter) else { return nil }
        language = String(decoding: parts[0].map(\.asciiLowercased), as: UTF8.self)
        guard parts.count == 2 else {
            name = language
            return
        }
        guard parts[1].count == 2, parts[1].allSatisfy(\.isASCIILetter) else { return nil }
        name = language + "-" + String(decoding: parts[1].map { $0 & ~0x20 }, as: UTF8.self)
    }
}

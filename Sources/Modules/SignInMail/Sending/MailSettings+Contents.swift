internal import AWS

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
        let content = language.content(of: message, in: context)
        return .simple(
            subject: content.subject, text: content.text(in: language), html: content.html(in: language))
    }
}

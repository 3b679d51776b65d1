/// The mails in German.
struct GermanMail {
    private let service: String
    private let time: String

    init(_ context: MailContext) {
        service = context.service
        time = "\(context.day) um \(context.minute) UTC"
    }

    func content(of message: MailMessage) -> MailContent {
        switch message {
        case .signInCode(let code):
            MailContent(
                "Ihr Anmeldecode für \(service)", .paragraph("Ihr Anmeldecode für \(service):"), .code(code),
                .paragraph(use(of: code)), .paragraph("Er wurde am \(time) für eine Anmeldung angefordert."),
                .paragraph(
                    "Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Geben Sie den Code an niemanden weiter: Er öffnet Ihr Konto."
                ))
        case .addressCode(let code):
            MailContent(
                "Bestätigen Sie Ihre E-Mail-Adresse für \(service)",
                .paragraph("Ihr Code zur Bestätigung dieser E-Mail-Adresse für \(service):"), .code(code),
                .paragraph(use(of: code)),
                .paragraph(
                    "Er wurde am \(time) angefordert, damit Anmeldecodes an diese Adresse gesendet werden können."),
                .paragraph(
                    "Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Geben Sie den Code an niemanden weiter."))
        case .firstPasskeyAdded(let passkey):
            MailContent(
                "Erster Passkey zu Ihrem Konto bei \(service) hinzugefügt",
                .paragraph(
                    "Ihrem Konto bei \(service) wurde ein Passkey hinzugefügt. Sie können sich ab sofort damit anmelden."
                ),
                .facts(facts(passkey)), .paragraph(askToRemove))
        case .passkeyAdded(let passkey, let others):
            MailContent(
                "Weiterer Passkey zu Ihrem Konto bei \(service) hinzugefügt",
                .paragraph(
                    "Ihrem Konto bei \(service) wurde ein weiterer Passkey hinzugefügt. "
                        + "Sie können sich ab sofort auch damit anmelden."),
                .facts(facts(passkey, others: others)), .paragraph(askToRemove))
        case .passkeyRemoved(let passkey):
            MailContent(
                "Ein Passkey wurde aus Ihrem Konto bei \(service) entfernt",
                .paragraph(
                    "Aus Ihrem Konto bei \(service) wurde ein Passkey entfernt. Eine Anmeldung damit ist nicht mehr möglich."
                ),
                .facts(facts(passkey)), .paragraph("\(warning) und wenden Sie sich anschließend an \(service)."))
        case .addressChanged:
            MailContent(
                "Die E-Mail-Adresse Ihres Kontos bei \(service) wurde geändert",
                .paragraph(
                    "Ihr Konto bei \(service) hat jetzt eine andere E-Mail-Adresse. "
                        + "Codes und Benachrichtigungen werden nicht mehr an diese Adresse gesendet."),
                .facts([Fact("Zeitpunkt", time)]),
                .paragraph(
                    "Wenn Sie das nicht waren, wenden Sie sich sofort an \(service): "
                        + "Möglicherweise hat jemand anderes die Kontrolle über Ihr Konto."))
        case .authenticatorsReset:
            MailContent(
                "Die Anmeldemethoden Ihres Kontos bei \(service) wurden zurückgesetzt",
                .paragraph(
                    "Die Administration von \(service) hat alle Passkeys und anderen Anmeldemethoden aus Ihrem Konto entfernt. "
                        + "Melden Sie sich mit einem Code an, den Sie per E-Mail erhalten. "
                        + "Danach können Sie wieder einen Passkey hinzufügen."),
                .facts([Fact("Zeitpunkt", time)]),
                .paragraph("Wenn Sie nicht darum gebeten haben, wenden Sie sich an \(service)."))
        }
    }

    private typealias Fact = MailContent.Fact

    private var warning: String {
        "Wenn Sie das nicht waren, hat möglicherweise jemand anderes Zugriff auf Ihr Postfach oder eines Ihrer Geräte. "
            + "Ändern Sie das Passwort Ihres Postfachs"
    }

    private var askToRemove: String {
        "\(warning) und lassen Sie diesen Passkey anschließend von \(service) entfernen."
    }

    private func use(of code: MailedCode) -> String {
        let time = code.minutes == 1 ? "eine Minute" : "\(code.minutes) Minuten"
        return switch code.form {
        case .digits: "Geben Sie ihn dort ein, wo Sie ihn angefordert haben. Er ist \(time) lang gültig."
        case .long:
            "Kopieren Sie ihn und fügen Sie ihn in eine beliebige offene Anmeldung bei Ihrem Konto ein. "
                + "Er ist \(time) lang gültig. "
                + "Er ist länger als üblich, weil es viele Versuche gab, sich bei Ihrem Konto anzumelden."
        }
    }

    private func facts(_ passkey: PasskeyLabel, others: [PasskeyLabel] = []) -> [Fact] {
        let others = others.compactMap(\.line).joined(separator: ", ")
        return [
            passkey.name.map { Fact("Passkey", $0) }, passkey.provider.map { Fact("Gespeichert bei", $0) },
            Fact("Zeitpunkt", time), others.isEmpty ? nil : Fact("Ihre anderen Passkeys", others),
        ].compactMap { $0 }
    }
}

extension MailWords {
    /// The mails in German.
    init(german message: MailMessage, _ context: MailContext, minutes: Int64, isRepeated: Bool) {
        let service = context.service
        time = "\(context.day) um \(context.minute) UTC"
        (passkey, provider, moment, others) = ("Passkey", "Gespeichert bei", "Zeitpunkt", "Ihre anderen Passkeys")
        let lifetime =
            minutes < 1 ? "weniger als eine Minute" : minutes == 1 ? "eine Minute" : "\(minutes) Minuten"
        digits =
            "Geben Sie ihn dort ein, wo Sie ihn angefordert haben. "
            + (isRepeated
                ? "Es ist derselbe Code wie in einer früheren E-Mail. Er ist noch \(lifetime) lang gültig. "
                : "Er ist \(lifetime) lang gültig. ")
            + "Wenn Sie mehrmals einen Code angefordert haben, verwenden Sie die neueste E-Mail."
        long =
            "Kopieren Sie ihn und fügen Sie ihn in eine beliebige offene Anmeldung bei Ihrem Konto ein. "
            + "Er ist \(lifetime) lang gültig. Er ist länger als üblich, weil es viele Versuche gab, "
            + "sich bei Ihrem Konto anzumelden."
        let warning =
            "Wenn Sie das nicht waren, hat möglicherweise jemand anderes Zugriff auf Ihr Postfach oder eines "
            + "Ihrer Geräte. Ändern Sie das Passwort Ihres Postfachs"
        let askToRemove = "\(warning) und lassen Sie diesen Passkey anschließend von \(service) entfernen."
        switch message {
        case .signInCode:
            subject = "Ihr Anmeldecode für \(service)"
            opening = "Ihr Anmeldecode für \(service):"
            closing = [
                "Er wurde am \(time) für eine Anmeldung angefordert.",
                "Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. "
                    + "Geben Sie den Code an niemanden weiter: Er öffnet Ihr Konto.",
            ]
        case .addressCode:
            subject = "Bestätigen Sie Ihre E-Mail-Adresse für \(service)"
            opening = "Ihr Code zur Bestätigung dieser E-Mail-Adresse für \(service):"
            closing = [
                "Er wurde am \(time) angefordert, damit Anmeldecodes an diese Adresse gesendet werden können.",
                "Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Geben Sie den Code an niemanden weiter.",
            ]
        case .firstPasskeyAdded:
            subject = "Erster Passkey zu Ihrem Konto bei \(service) hinzugefügt"
            opening =
                "Ihrem Konto bei \(service) wurde ein Passkey hinzugefügt. "
                + "Sie können sich ab sofort damit anmelden."
            closing = [askToRemove]
        case .passkeyAdded:
            subject = "Weiterer Passkey zu Ihrem Konto bei \(service) hinzugefügt"
            opening =
                "Ihrem Konto bei \(service) wurde ein weiterer Passkey hinzugefügt. "
                + "Sie können sich ab sofort auch damit anmelden."
            closing = [askToRemove]
        case .passkeyRemoved:
            subject = "Ein Passkey wurde aus Ihrem Konto bei \(service) entfernt"
            opening =
                "Aus Ihrem Konto bei \(service) wurde ein Passkey entfernt. "
                + "Eine Anmeldung damit ist nicht mehr möglich."
            closing = ["\(warning) und wenden Sie sich anschließend an \(service)."]
        case .addressChanged:
            subject = "Die E-Mail-Adresse Ihres Kontos bei \(service) wurde geändert"
            opening =
                "Ihr Konto bei \(service) hat jetzt eine andere E-Mail-Adresse. "
                + "Codes und Benachrichtigungen werden nicht mehr an diese Adresse gesendet."
            closing = [
                "Wenn Sie das nicht waren, wenden Sie sich sofort an \(service): "
                    + "Möglicherweise hat jemand anderes die Kontrolle über Ihr Konto."
            ]
        case .authenticatorsReset:
            subject = "Die Anmeldemethoden Ihres Kontos bei \(service) wurden zurückgesetzt"
            opening =
                "Die Administration von \(service) hat alle Passkeys und anderen Anmeldemethoden aus Ihrem "
                + "Konto entfernt. Melden Sie sich mit einem Code an, den Sie per E-Mail erhalten. "
                + "Danach können Sie wieder einen Passkey hinzufügen."
            closing = ["Wenn Sie nicht darum gebeten haben, wenden Sie sich an \(service)."]
        }
    }
}

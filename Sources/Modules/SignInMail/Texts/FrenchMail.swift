/// The mails in French.
struct FrenchMail {
    private let service: String
    private let time: String

    init(_ context: MailContext) {
        service = context.service
        time = "\(context.day) à \(context.minute) UTC"
    }

    func content(of message: MailMessage) -> MailContent {
        switch message {
        case .signInCode(let code):
            MailContent(
                "Votre code de connexion pour \(service)", .paragraph("Votre code de connexion pour \(service)\u{A0}:"),
                .code(code),
                .paragraph(use(of: code)), .paragraph("Il a été demandé le \(time) pour une connexion."),
                .paragraph(
                    "Si ce n’était pas vous, ignorez cet e-mail. Ne communiquez ce code à personne\u{A0}: il donne accès à votre compte."
                ))
        case .addressCode(let code):
            MailContent(
                "Confirmez votre adresse e-mail pour \(service)",
                .paragraph("Votre code pour confirmer cette adresse e-mail auprès de \(service)\u{A0}:"), .code(code),
                .paragraph(use(of: code)),
                .paragraph(
                    "Il a été demandé le \(time) afin que des codes de connexion puissent être envoyés à cette adresse."
                ),
                .paragraph("Si ce n’était pas vous, ignorez cet e-mail. Ne communiquez ce code à personne."))
        case .firstPasskeyAdded(let passkey):
            MailContent(
                "Première clé d’accès ajoutée à votre compte \(service)",
                .paragraph(
                    "Une clé d’accès a été ajoutée à votre compte \(service). Vous pouvez désormais l’utiliser pour vous connecter."
                ),
                .facts(facts(passkey)), .paragraph(askToRemove))
        case .passkeyAdded(let passkey, let others):
            MailContent(
                "Une autre clé d’accès a été ajoutée à votre compte \(service)",
                .paragraph(
                    "Une autre clé d’accès a été ajoutée à votre compte \(service). "
                        + "Vous pouvez désormais l’utiliser elle aussi pour vous connecter."),
                .facts(facts(passkey, others: others)), .paragraph(askToRemove))
        case .passkeyRemoved(let passkey):
            MailContent(
                "Une clé d’accès a été supprimée de votre compte \(service)",
                .paragraph(
                    "Une clé d’accès a été supprimée de votre compte \(service). Elle ne permet plus de se connecter."),
                .facts(facts(passkey)), .paragraph("\(warning), puis contactez \(service)."))
        case .addressChanged:
            MailContent(
                "L’adresse e-mail de votre compte \(service) a été modifiée",
                .paragraph(
                    "Votre compte \(service) a maintenant une autre adresse e-mail. "
                        + "Les codes et les notifications ne sont plus envoyés à celle-ci."),
                .facts([Fact("Date et heure", time)]),
                .paragraph(
                    "Si ce n’était pas vous, contactez \(service) immédiatement\u{A0}: "
                        + "quelqu’un d’autre contrôle peut-être votre compte."))
        case .authenticatorsReset:
            MailContent(
                "Les méthodes de connexion de votre compte \(service) ont été réinitialisées",
                .paragraph(
                    "L’administration de \(service) a supprimé toutes les clés d’accès et autres méthodes de connexion de votre compte. "
                        + "Connectez-vous avec un code que vous recevrez par e-mail. "
                        + "Vous pourrez ensuite ajouter de nouveau une clé d’accès."),
                .facts([Fact("Date et heure", time)]),
                .paragraph("Si vous ne l’avez pas demandé, contactez \(service)."))
        }
    }

    private typealias Fact = MailContent.Fact

    private var warning: String {
        "Si ce n’était pas vous, quelqu’un d’autre a peut-être accès à votre messagerie ou à l’un de vos appareils. "
            + "Changez le mot de passe de votre messagerie"
    }

    private var askToRemove: String { "\(warning), puis demandez à \(service) de supprimer cette clé d’accès." }

    private func use(of code: MailedCode) -> String {
        let time = code.minutes == 1 ? "une minute" : "\(code.minutes) minutes"
        return switch code.form {
        case .digits: "Saisissez-le là où vous l’avez demandé. Il est valable \(time)."
        case .long:
            "Copiez-le et collez-le dans n’importe quelle connexion en cours à votre compte. "
                + "Il est valable \(time). "
                + "Il est plus long que d’habitude, car il y a eu de nombreuses tentatives de connexion à votre compte."
        }
    }

    private func facts(_ passkey: PasskeyLabel, others: [PasskeyLabel] = []) -> [Fact] {
        let others = others.compactMap(\.line).joined(separator: ", ")
        return [
            passkey.name.map { Fact("Clé d’accès", $0) }, passkey.provider.map { Fact("Enregistrée dans", $0) },
            Fact("Date et heure", time), others.isEmpty ? nil : Fact("Vos autres clés d’accès", others),
        ].compactMap { $0 }
    }
}

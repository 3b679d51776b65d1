extension MailWords {
    /// The mails in French.
    init(french message: MailMessage, _ context: MailContext, minutes: Int64, isRepeated: Bool) {
        let service = context.service
        time = "\(context.day) à \(context.minute) UTC"
        (passkey, provider, moment, others) = (
            "Clé d’accès", "Enregistrée dans", "Date et heure", "Vos autres clés d’accès"
        )
        let lifetime = minutes < 1 ? "moins d’une minute" : minutes == 1 ? "une minute" : "\(minutes) minutes"
        digits =
            "Saisissez-le là où vous l’avez demandé. "
            + (isRepeated
                ? "C’est le même code que dans un e-mail précédent. Il est encore valable \(lifetime). "
                : "Il est valable \(lifetime). ")
            + "Si vous en avez demandé plusieurs, utilisez l’e-mail le plus récent."
        long =
            "Copiez-le et collez-le dans n’importe quelle connexion en cours à votre compte. "
            + "Il est valable \(lifetime). Il est plus long que d’habitude, "
            + "car il y a eu de nombreuses tentatives de connexion à votre compte."
        let warning =
            "Si ce n’était pas vous, quelqu’un d’autre a peut-être accès à votre messagerie ou à l’un de vos "
            + "appareils. Changez le mot de passe de votre messagerie"
        let askToRemove = "\(warning), puis demandez à \(service) de supprimer cette clé d’accès."
        switch message {
        case .signInCode:
            subject = "Votre code de connexion pour \(service)"
            opening = "Votre code de connexion pour \(service)\u{A0}:"
            closing = [
                "Il a été demandé le \(time) pour une connexion.",
                "Si ce n’était pas vous, ignorez cet e-mail. "
                    + "Ne communiquez ce code à personne\u{A0}: il donne accès à votre compte.",
            ]
        case .addressCode:
            subject = "Confirmez votre adresse e-mail pour \(service)"
            opening = "Votre code pour confirmer cette adresse e-mail auprès de \(service)\u{A0}:"
            closing = [
                "Il a été demandé le \(time) afin que des codes de connexion puissent être envoyés à cette adresse.",
                "Si ce n’était pas vous, ignorez cet e-mail. Ne communiquez ce code à personne.",
            ]
        case .firstPasskeyAdded:
            subject = "Première clé d’accès ajoutée à votre compte \(service)"
            opening =
                "Une clé d’accès a été ajoutée à votre compte \(service). "
                + "Vous pouvez désormais l’utiliser pour vous connecter."
            closing = [askToRemove]
        case .passkeyAdded:
            subject = "Une autre clé d’accès a été ajoutée à votre compte \(service)"
            opening =
                "Une autre clé d’accès a été ajoutée à votre compte \(service). "
                + "Vous pouvez désormais l’utiliser elle aussi pour vous connecter."
            closing = [askToRemove]
        case .passkeyRemoved:
            subject = "Une clé d’accès a été supprimée de votre compte \(service)"
            opening =
                "Une clé d’accès a été supprimée de votre compte \(service). "
                + "Elle ne permet plus de se connecter."
            closing = ["\(warning), puis contactez \(service)."]
        case .addressChanged:
            subject = "L’adresse e-mail de votre compte \(service) a été modifiée"
            opening =
                "Votre compte \(service) a maintenant une autre adresse e-mail. "
                + "Les codes et les notifications ne sont plus envoyés à celle-ci."
            closing = [
                "Si ce n’était pas vous, contactez \(service) immédiatement\u{A0}: "
                    + "quelqu’un d’autre contrôle peut-être votre compte."
            ]
        case .authenticatorsReset:
            subject = "Les méthodes de connexion de votre compte \(service) ont été réinitialisées"
            opening =
                "L’administration de \(service) a supprimé toutes les clés d’accès et autres méthodes de "
                + "connexion de votre compte. Connectez-vous avec un code que vous recevrez par e-mail. "
                + "Vous pourrez ensuite ajouter de nouveau une clé d’accès."
            closing = ["Si vous ne l’avez pas demandé, contactez \(service)."]
        }
    }
}

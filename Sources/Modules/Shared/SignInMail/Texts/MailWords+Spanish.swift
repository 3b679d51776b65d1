extension MailWords {
    /// The mails in Spanish.
    init(spanish message: MailMessage, _ context: MailContext, minutes: Int64, isRepeated: Bool) {
        let service = context.service
        time = "\(context.day) a las \(context.minute) UTC"
        (passkey, provider, moment, others) = (
            "Llave de acceso", "Guardada en", "Fecha y hora", "Sus otras llaves de acceso"
        )
        let lifetime = minutes < 1 ? "menos de un minuto" : minutes == 1 ? "un minuto" : "\(minutes) minutos"
        digits =
            "Introdúzcalo donde lo solicitó. "
            + (isRepeated
                ? "Es el mismo código que en un correo anterior. Todavía es válido durante \(lifetime). "
                : "Es válido durante \(lifetime). ")
            + "Si lo solicitó más de una vez, use el correo más reciente."
        long =
            "Cópielo y péguelo en cualquier inicio de sesión de su cuenta que esté abierto. "
            + "Es válido durante \(lifetime). "
            + "Es más largo de lo habitual porque ha habido muchos intentos de iniciar sesión en su cuenta."
        let warning =
            "Si no fue usted, es posible que otra persona tenga acceso a su buzón o a uno de sus dispositivos. "
            + "Cambie la contraseña de su buzón"
        let askToRemove = "\(warning) y, después, pida a \(service) que elimine esta llave de acceso."
        switch message {
        case .signInCode:
            subject = "Su código de inicio de sesión para \(service)"
            opening = "Su código de inicio de sesión para \(service):"
            closing = [
                "Se solicitó el \(time) para iniciar sesión.",
                "Si no fue usted, ignore este correo. No facilite el código a nadie: da acceso a su cuenta.",
            ]
        case .addressCode:
            subject = "Confirme su dirección de correo para \(service)"
            opening = "Su código para confirmar esta dirección de correo en \(service):"
            closing = [
                "Se solicitó el \(time) para que se puedan enviar códigos de inicio de sesión a esta dirección.",
                "Si no fue usted, ignore este correo. No facilite el código a nadie.",
            ]
        case .firstPasskeyAdded:
            subject = "Primera llave de acceso añadida a su cuenta de \(service)"
            opening =
                "Se ha añadido una llave de acceso a su cuenta de \(service). "
                + "Ya puede usarla para iniciar sesión."
            closing = [askToRemove]
        case .passkeyAdded:
            subject = "Otra llave de acceso añadida a su cuenta de \(service)"
            opening =
                "Se ha añadido otra llave de acceso a su cuenta de \(service). "
                + "Ya puede usarla también para iniciar sesión."
            closing = [askToRemove]
        case .passkeyRemoved:
            subject = "Se ha eliminado una llave de acceso de su cuenta de \(service)"
            opening =
                "Se ha eliminado una llave de acceso de su cuenta de \(service). "
                + "Ya no sirve para iniciar sesión."
            closing = ["\(warning) y, después, póngase en contacto con \(service)."]
        case .addressChanged:
            subject = "Se ha cambiado la dirección de correo de su cuenta de \(service)"
            opening =
                "Su cuenta de \(service) tiene ahora otra dirección de correo. "
                + "Los códigos y los avisos ya no se envían a esta."
            closing = [
                "Si no fue usted, póngase en contacto con \(service) de inmediato: "
                    + "es posible que otra persona controle su cuenta."
            ]
        case .authenticatorsReset:
            subject = "Se han restablecido los métodos de inicio de sesión de su cuenta de \(service)"
            opening =
                "La administración de \(service) ha eliminado todas las llaves de acceso y los demás métodos "
                + "de inicio de sesión de su cuenta. Inicie sesión con un código que recibirá por correo. "
                + "Después podrá volver a añadir una llave de acceso."
            closing = ["Si no lo solicitó, póngase en contacto con \(service)."]
        }
    }
}

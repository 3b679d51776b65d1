/// The mails in Spanish.
struct SpanishMail {
    private let service: String
    private let time: String

    init(_ context: MailContext) {
        service = context.service
        time = "\(context.day) a las \(context.minute) UTC"
    }

    func content(of message: MailMessage) -> MailContent {
        switch message {
        case .signInCode(let code):
            MailContent(
                "Su código de inicio de sesión para \(service)",
                .paragraph("Su código de inicio de sesión para \(service):"), .code(code),
                .paragraph(use(of: code)), .paragraph("Se solicitó el \(time) para iniciar sesión."),
                .paragraph("Si no fue usted, ignore este correo. No facilite el código a nadie: da acceso a su cuenta.")
            )
        case .addressCode(let code):
            MailContent(
                "Confirme su dirección de correo para \(service)",
                .paragraph("Su código para confirmar esta dirección de correo en \(service):"), .code(code),
                .paragraph(use(of: code)),
                .paragraph(
                    "Se solicitó el \(time) para que se puedan enviar códigos de inicio de sesión a esta dirección."),
                .paragraph("Si no fue usted, ignore este correo. No facilite el código a nadie."))
        case .firstPasskeyAdded(let passkey):
            MailContent(
                "Primera llave de acceso añadida a su cuenta de \(service)",
                .paragraph(
                    "Se ha añadido una llave de acceso a su cuenta de \(service). Ya puede usarla para iniciar sesión."),
                .facts(facts(passkey)), .paragraph(askToRemove))
        case .passkeyAdded(let passkey, let others):
            MailContent(
                "Otra llave de acceso añadida a su cuenta de \(service)",
                .paragraph(
                    "Se ha añadido otra llave de acceso a su cuenta de \(service). "
                        + "Ya puede usarla también para iniciar sesión."),
                .facts(facts(passkey, others: others)), .paragraph(askToRemove))
        case .passkeyRemoved(let passkey):
            MailContent(
                "Se ha eliminado una llave de acceso de su cuenta de \(service)",
                .paragraph(
                    "Se ha eliminado una llave de acceso de su cuenta de \(service). Ya no sirve para iniciar sesión."),
                .facts(facts(passkey)), .paragraph("\(warning) y, después, póngase en contacto con \(service)."))
        case .addressChanged:
            MailContent(
                "Se ha cambiado la dirección de correo de su cuenta de \(service)",
                .paragraph(
                    "Su cuenta de \(service) tiene ahora otra dirección de correo. "
                        + "Los códigos y los avisos ya no se envían a esta."),
                .facts([Fact("Fecha y hora", time)]),
                .paragraph(
                    "Si no fue usted, póngase en contacto con \(service) de inmediato: "
                        + "es posible que otra persona controle su cuenta."))
        case .authenticatorsReset:
            MailContent(
                "Se han restablecido los métodos de inicio de sesión de su cuenta de \(service)",
                .paragraph(
                    "La administración de \(service) ha eliminado todas las llaves de acceso y los demás métodos de inicio de sesión de su cuenta. "
                        + "Inicie sesión con un código que recibirá por correo. "
                        + "Después podrá volver a añadir una llave de acceso."),
                .facts([Fact("Fecha y hora", time)]),
                .paragraph("Si no lo solicitó, póngase en contacto con \(service)."))
        }
    }

    private typealias Fact = MailContent.Fact

    private var warning: String {
        "Si no fue usted, es posible que otra persona tenga acceso a su buzón o a uno de sus dispositivos. "
            + "Cambie la contraseña de su buzón"
    }

    private var askToRemove: String { "\(warning) y, después, pida a \(service) que elimine esta llave de acceso." }

    private func use(of code: MailedCode) -> String {
        let time = code.minutes == 1 ? "un minuto" : "\(code.minutes) minutos"
        return switch code.form {
        case .digits: "Introdúzcalo donde lo solicitó. Es válido durante \(time)."
        case .long:
            "Cópielo y péguelo en cualquier inicio de sesión de su cuenta que esté abierto. "
                + "Es válido durante \(time). "
                + "Es más largo de lo habitual porque ha habido muchos intentos de iniciar sesión en su cuenta."
        }
    }

    private func facts(_ passkey: PasskeyLabel, others: [PasskeyLabel] = []) -> [Fact] {
        let others = others.compactMap(\.line).joined(separator: ", ")
        return [
            passkey.name.map { Fact("Llave de acceso", $0) }, passkey.provider.map { Fact("Guardada en", $0) },
            Fact("Fecha y hora", time), others.isEmpty ? nil : Fact("Sus otras llaves de acceso", others),
        ].compactMap { $0 }
    }
}

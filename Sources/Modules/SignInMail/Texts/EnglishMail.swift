/// The mails in English.
struct EnglishMail {
    private let service: String
    private let time: String

    init(_ context: MailContext) {
        service = context.service
        time = "\(context.day) at \(context.minute) UTC"
    }

    func content(of message: MailMessage) -> MailContent {
        switch message {
        case .signInCode(let code):
            MailContent(
                "Your sign-in code for \(service)", .paragraph("Your sign-in code for \(service):"), .code(code),
                .paragraph(use(of: code)), .paragraph("It was asked for on \(time), to sign in."),
                .paragraph(
                    "If that was not you, ignore this mail. Do not give the code to anybody: it opens your account."))
        case .addressCode(let code):
            MailContent(
                "Confirm your email address for \(service)",
                .paragraph("Your code to confirm this email address for \(service):"), .code(code),
                .paragraph(use(of: code)),
                .paragraph("It was asked for on \(time), so that sign-in codes can be sent to this address."),
                .paragraph("If that was not you, ignore this mail. Do not give the code to anybody."))
        case .firstPasskeyAdded(let passkey):
            MailContent(
                "First passkey added to your \(service) account",
                .paragraph(
                    "A passkey was added to your \(service) account. You can now use it to sign in."),
                .facts(facts(passkey)), .paragraph(askToRemove))
        case .passkeyAdded(let passkey, let others):
            MailContent(
                "Another passkey added to your \(service) account",
                .paragraph(
                    "Another passkey was added to your \(service) account. "
                        + "You can now use it to sign in too."),
                .facts(facts(passkey, others: others)), .paragraph(askToRemove))
        case .passkeyRemoved(let passkey):
            MailContent(
                "A passkey was removed from your \(service) account",
                .paragraph(
                    "A passkey was removed from your \(service) account. It can no longer be used to sign in."),
                .facts(facts(passkey)), .paragraph("\(warning), then contact \(service)."))
        case .addressChanged:
            MailContent(
                "The email address of your \(service) account was changed",
                .paragraph(
                    "Your \(service) account now has another email address. "
                        + "Codes and notices are no longer sent to this one."),
                .facts([Fact("Time", time)]),
                .paragraph(
                    "If that was not you, contact \(service) at once: "
                        + "somebody else may control your account."))
        case .authenticatorsReset:
            MailContent(
                "The sign-in methods of your \(service) account were reset",
                .paragraph(
                    "An administrator of \(service) removed all passkeys and other sign-in methods from your account. "
                        + "Sign in with a code that you get by email. "
                        + "After that you can add a passkey again."),
                .facts([Fact("Time", time)]),
                .paragraph("If you did not ask for this, contact \(service)."))
        }
    }

    private typealias Fact = MailContent.Fact

    private var warning: String {
        "If that was not you, somebody else may have access to your mailbox or to one of your devices. "
            + "Change the password of your mailbox"
    }

    private var askToRemove: String { "\(warning), then ask \(service) to remove this passkey." }

    private func use(of code: MailedCode) -> String {
        let time = code.minutes == 1 ? "one minute" : "\(code.minutes) minutes"
        return switch code.form {
        case .digits: "Enter it where you asked for it. It is valid for \(time)."
        case .long:
            "Copy it and paste it into any sign-in to your account that is open. "
                + "It is valid for \(time). "
                + "It is longer than usual because there have been many attempts to sign in to your account."
        }
    }

    private func facts(_ passkey: PasskeyLabel, others: [PasskeyLabel] = []) -> [Fact] {
        let others = others.compactMap(\.line).joined(separator: ", ")
        return [
            passkey.name.map { Fact("Passkey", $0) }, passkey.provider.map { Fact("Stored by", $0) },
            Fact("Time", time), others.isEmpty ? nil : Fact("Your other passkeys", others),
        ].compactMap { $0 }
    }
}

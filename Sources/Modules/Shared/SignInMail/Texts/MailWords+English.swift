extension MailWords {
    /// The mails in English.
    init(english message: MailMessage, _ context: MailContext, minutes: Int64, isRepeated: Bool) {
        let service = context.service
        time = "\(context.day) at \(context.minute) UTC"
        (passkey, provider, moment, others) = ("Passkey", "Stored by", "Time", "Your other passkeys")
        let lifetime = minutes < 1 ? "less than a minute" : minutes == 1 ? "one minute" : "\(minutes) minutes"
        digits =
            "Enter it where you asked for it. "
            + (isRepeated
                ? "It is the same code as in an earlier mail, and is still valid for \(lifetime). "
                : "It is valid for \(lifetime). ")
            + "If you have asked more than once, use the newest mail."
        long =
            "Copy it and paste it into any sign-in to your account that is open. It is valid for \(lifetime). "
            + "It is longer than usual because there have been many attempts to sign in to your account."
        let warning =
            "If that was not you, somebody else may have access to your mailbox or to one of your devices. "
            + "Change the password of your mailbox"
        let askToRemove = "\(warning), then ask \(service) to remove this passkey."
        switch message {
        case .signInCode:
            subject = "Your sign-in code for \(service)"
            opening = "Your sign-in code for \(service):"
            closing = [
                "It was asked for on \(time), to sign in.",
                "If that was not you, ignore this mail. Do not give the code to anybody: it opens your account.",
            ]
        case .addressCode:
            subject = "Confirm your email address for \(service)"
            opening = "Your code to confirm this email address for \(service):"
            closing = [
                "It was asked for on \(time), so that sign-in codes can be sent to this address.",
                "If that was not you, ignore this mail. Do not give the code to anybody.",
            ]
        case .firstPasskeyAdded:
            subject = "First passkey added to your \(service) account"
            opening = "A passkey was added to your \(service) account. You can now use it to sign in."
            closing = [askToRemove]
        case .passkeyAdded:
            subject = "Another passkey added to your \(service) account"
            opening = "Another passkey was added to your \(service) account. You can now use it to sign in too."
            closing = [askToRemove]
        case .passkeyRemoved:
            subject = "A passkey was removed from your \(service) account"
            opening = "A passkey was removed from your \(service) account. It can no longer be used to sign in."
            closing = ["\(warning), then contact \(service)."]
        case .addressChanged:
            subject = "The email address of your \(service) account was changed"
            opening =
                "Your \(service) account now has another email address. "
                + "Codes and notices are no longer sent to this one."
            closing = ["If that was not you, contact \(service) at once: somebody else may control your account."]
        case .authenticatorsReset:
            subject = "The sign-in methods of your \(service) account were reset"
            opening =
                "An administrator of \(service) removed all passkeys and other sign-in methods from your "
                + "account. Sign in with a code that you get by email. After that you can add a passkey again."
            closing = ["If you did not ask for this, contact \(service)."]
        }
    }
}

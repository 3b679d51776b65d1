private import Addresses
internal import SignInMail

extension RequestHandler {
    /// Tells a user by mail what has changed. A notice that cannot be sent changes nothing.
    func notify(_ message: MailMessage, _ address: String?, _ locale: String?) {
        guard let address else { return }
        guard let address = try? EmailAddress(address),
            mails.send(message, to: MailRecipient(address, locale: locale), refused: {})
        else { return report(.noticeNotSent) }
    }

    /// Tells a user that another passkey has been added.
    func notify(ofAdded passkey: StoredAuthenticator, to user: StoredUser) {
        let others = user.authenticators.compactMap(\.label)
        guard let label = passkey.label else { return }
        notify(
            others.isEmpty ? .firstPasskeyAdded(label) : .passkeyAdded(label, others: others),
            user.noticeAddress,
            user.locale)
    }

    /// Tells a user that one of their passkeys has been removed.
    func notify(ofRemoved passkey: StoredAuthenticator, from user: StoredUser) {
        guard let label = passkey.label else { return }
        notify(.passkeyRemoved(label), user.noticeAddress, user.locale)
    }
}

extension StoredAuthenticator {
    /// A passkey's label among the user's others; nil for a mailbox.
    fileprivate var label: PasskeyLabel? {
        passkey.map { PasskeyLabel(name: name, provider: $0.provider) }
    }
}

extension StoredUser {
    /// Where notices go: to the user's mailbox, or else to the address that the pool gave.
    fileprivate var noticeAddress: String? { emails.last?.address ?? email }
}

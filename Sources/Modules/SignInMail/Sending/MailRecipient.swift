private import Primitives

/// Whom a mail goes to.
package struct MailRecipient: Equatable, Sendable {
    /// The only address that it goes to.
    package let address: String
    /// The user's language and region as the user wrote them.
    package let locale: String?

    /// A recipient; nil if the text is not exactly one address.
    package init?(_ address: String, locale: String?) {
        guard EmailAddress.isOne(address) else { return nil }
        self.address = address
        self.locale = locale
    }
}

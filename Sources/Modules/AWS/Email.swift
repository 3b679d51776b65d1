/// A mail to one address.
package struct Email: Sendable {
    /// What it says.
    package enum Content: Equatable, Sendable {
        /// The whole mail.
        case simple(subject: String, text: String, html: String)
        /// A template stored in Amazon SES, by its name, and the values for its variables.
        case template(name: String, values: [String: String])
    }

    /// The sender, as in a mail's header: `Example <no-reply@example.org>`.
    package var sender: String
    /// The address it goes to.
    package var recipient: String
    /// What it says.
    package var content: Content
    /// The SES configuration set that it belongs to; nil for the identity's default, if there is one.
    package var configurationSet: String?

    /// A mail with those parts.
    package init(sender: String, recipient: String, content: Content, configurationSet: String? = nil) {
        self.sender = sender
        self.recipient = recipient
        self.content = content
        self.configurationSet = configurationSet
    }
}

private import Primitives

/// Whether an authenticator must verify that the person is the right one (WebAuthn section 5.8.6). The raw value is
/// the one in options.
package enum UserVerification: String, Sendable, CaseIterable {
    /// It must, or the ceremony fails.
    case required
    /// It should.
    case preferred
    /// It should not.
    case discouraged
}

/// Whether ceremonies may take place in frames of other sites' pages (WebAuthn sections 7.1 and 7.2).
package enum FramingPolicy: Sendable {
    /// They may not.
    case refused
    /// They may; where the client tells the outermost page's origin, it must be one of these.
    case allowed(topOrigins: [Origin])
}

/// Which user handles in an assertion stand for the user that a credential belongs to.
package enum UserHandlePolicy: Sendable {
    /// The one in the options the credential was made with.
    case exact
    /// As well the bytes of that one's base64url text, and the bytes whose base64url text that one is. Authsignal's iOS
    /// SDK has the authenticator store the text of `user.id` as it stands and gives the text back as it stands, while
    /// browsers and Android decode and encode it; with a passkey made by one and used by the other the two mix.
    case anyClientEncoding

    /// Whether a handle stands for the owner of another.
    func accepts(_ handle: [UInt8], owner: [UInt8]) -> Bool {
        switch self {
        case .exact: handle == owner
        case .anyClientEncoding:
            handle == owner || Array(Base64URL.encode(owner).utf8) == handle
                || Array(Base64URL.encode(handle).utf8) == owner
        }
    }
}

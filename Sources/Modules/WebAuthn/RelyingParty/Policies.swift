private import Primitives

/// Whether an authenticator must verify the person (WebAuthn section 5.8.6). The raw value is the one in the options.
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
    /// They may. If the client names the outermost page's origin, it must be one of these.
    case allowed(topOrigins: [Origin])

    /// The policy that allows frames in pages whose outermost page has one of the given origins; refused if the list is
    /// empty.
    ///
    /// - Throws: `invalidOrigin`.
    package init(topOrigins texts: [String]) throws(ConfigurationError) {
        var origins: [Origin] = []
        for text in texts { origins.append(try Origin(text)) }
        self = origins.isEmpty ? .refused : .allowed(topOrigins: origins)
    }
}

/// What follows from a sign count that did not grow (WebAuthn section 6.1.1).
package enum SignCountPolicy: String, Sendable, CaseIterable {
    /// The result says that the credential may have been copied. The count is evidence and no verdict: two honest uses
    /// can arrive in the other order, and authenticators have been reset.
    case report
    /// The ceremony fails.
    case refuse
}

/// Which user handles in an assertion identify the user that a credential belongs to.
package enum UserHandlePolicy: Sendable {
    /// Only the handle in the options that the credential was created with.
    case exact
    /// Also the bytes of that handle's base64url text, and the bytes that this handle is the base64url text of.
    ///
    /// Authsignal's iOS SDK makes the authenticator store the text of `user.id` unchanged and returns the stored text
    /// unchanged. Browsers and Android decode it when storing and encode it when returning. If one of them creates a
    /// passkey and the other uses it, the two forms mix.
    case anyClientEncoding

    /// Whether a handle identifies the owner with the given handle.
    func accepts(_ handle: [UInt8], owner: [UInt8]) -> Bool {
        switch self {
        case .exact: handle == owner
        case .anyClientEncoding:
            handle == owner || Array(Base64URL.encode(owner).utf8) == handle
                || Array(Base64URL.encode(handle).utf8) == owner
        }
    }
}

internal import Foundation

/// Somebody who signs in. Each is new, so that no limit of codes holds anybody back.
struct TimingUser: Sendable {
    /// What the functions find out about them.
    enum Kind: String, Sendable {
        /// A user who has what a sign-in needs.
        case enrolled
        /// A user whose address Authsignal does not know yet.
        case withoutAuthenticators = "without authenticators"
        /// A user for whom a code to another address is asked.
        case otherAddress = "other address"
        /// A user whom the authenticator does not know yet.
        case neverEnrolled = "never enrolled"
        /// Users with a mailbox, and with as many passkeys.
        case withoutPasskey = "no passkey"
        case withPasskey = "one passkey"
        case withPasskeys = "five passkeys"
        /// A name that no user has.
        case unknown
    }

    let kind: Kind
    /// Authsignal's stand-in knows by it what the user has.
    let sub: String
    let email: String

    init(_ kind: Kind) {
        self.kind = kind
        let id = UUID().uuidString.lowercased()
        sub = (kind == .withoutAuthenticators ? "0" : "1") + id.dropFirst()
        email = "\(sub)@example.test"
    }
}

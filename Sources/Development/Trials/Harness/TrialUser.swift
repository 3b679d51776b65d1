internal import Essentials

/// Somebody who signs in.
struct TrialUser: Sendable {
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
    /// `TrialServices` knows by it whether Authsignal has the user.
    let sub: String
    let email: String

    /// The user whose events always have the same length.
    static let ana = TrialUser(.enrolled, sub: "7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11", email: "ana@example.test")

    /// A new user, whom no limit of codes holds back.
    init(_ kind: Kind) {
        let id = UUID().uuidString.lowercased()
        let sub = (kind == .withoutAuthenticators ? "0" : "1") + id.dropFirst()
        self.init(kind, sub: sub, email: "\(sub)@example.test")
    }

    private init(_ kind: Kind, sub: String, email: String) {
        (self.kind, self.sub, self.email) = (kind, sub, email)
    }
}

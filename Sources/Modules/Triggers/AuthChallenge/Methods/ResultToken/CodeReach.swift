private import Addresses
internal import Authsignal
private import Primitives
internal import TokenSources

/// Where a real token of Authsignal could send a code, and so what a round may hand out.
///
/// A user's first authenticator may be enrolled with any token of theirs. And where Cognito has no address, Authsignal
/// may still keep one from before, and send a code there.
enum CodeReach: Equatable {
    /// Only to the address that Cognito has, or wherever `FIRST_ENROLMENT=client` allows: the token may leave.
    case token
    /// Nowhere yet: this address must be enrolled first.
    case enrol(String)
    /// Perhaps to somebody else: no token leaves. Other authenticators of the user are as good as before.
    case withoutCode(Reason)

    /// Why a round can send no code. The texts are for the log.
    enum Reason: String {
        case otherAddress = "the user's email authenticator has another address than Cognito: remove it at Authsignal"
        case noAddress = "no email address to enrol"
        case denied = "FIRST_ENROLMENT=deny"
        case refusedAddress = "Authsignal does not take the address that Cognito has"
    }

    /// - Parameters:
    ///   - authenticators: what the user has enrolled at Authsignal.
    ///   - address: the email address that Cognito has.
    init(_ authenticators: [UserAuthenticator], of address: String?, _ first: AuthsignalSettings.FirstEnrolment) {
        switch (authenticators.reachOnly(address), first, address) {
        case (true, _, _), (nil, .client, _): self = .token
        case (false, _, _): self = .withoutCode(.otherAddress)
        case (nil, .server, nil): self = .withoutCode(.noAddress)
        case (nil, .server, let address?): self = .enrol(address)
        case (nil, .deny, nil): self = .withoutCode(.noAddress)
        case (nil, .deny, _): self = authenticators.isEmpty ? .withoutCode(.denied) : .token
        }
    }
}

extension [UserAuthenticator] {
    /// Whether all email authenticators go to that address; nil if there are none.
    func reachOnly(_ address: String?) -> Bool? {
        let own = address.map(EmailAddress.folded)
        let addresses = filter { $0.method == .emailOTP }.map { $0.email.map(EmailAddress.folded) }
        return addresses.isEmpty ? nil : addresses.allSatisfy { $0 != nil && $0 == own }
    }
}

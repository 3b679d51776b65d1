/// What is to be said against a domain that passkeys are to be scoped to.
package enum RelyingPartyWarning: Equatable, Sendable {
    /// The public registers names below it: browsers make no passkeys for it.
    case publicSuffix(String)
    /// It is what somebody has registered: every host below it may ask for the passkeys.
    case registrableDomain(String)

    /// What is to be said; nil where nothing is, as for this machine's own names.
    package init?(of relyingPartyID: String, _ list: PublicSuffixList) {
        guard relyingPartyID != "localhost", !relyingPartyID.hasSuffix(".localhost") else { return nil }
        if list.registrableDomain(of: relyingPartyID) == relyingPartyID {
            self = .registrableDomain(relyingPartyID)
        } else if list.publicSuffix(of: relyingPartyID) == relyingPartyID {
            self = .publicSuffix(relyingPartyID)
        } else {
            return nil
        }
    }
}

extension RelyingPartyWarning: CustomStringConvertible {
    package var description: String {
        let list = "(list of public suffixes: \(PublicSuffixList.version))"
        return switch self {
        case .publicSuffix(let domain):
            "\(domain) is a public suffix, below which anybody can register: browsers make no passkeys for it \(list)"
        case .registrableDomain(let domain):
            "\(domain) is a bare registrable domain: whoever controls any host below it can ask for the passkeys. "
                + "Choose one parent of all your apps, such as login.\(domain) \(list)"
        }
    }
}

/// Why a domain should not be the relying party of passkeys.
package enum RelyingPartyWarning: Equatable, Sendable {
    /// The domain is a public suffix. Browsers create no passkeys for it.
    case publicSuffix(String)
    /// The domain is a bare registrable domain. Every host below it can ask for the passkeys.
    case registrableDomain(String)

    /// The warning about a domain; nil if there is none, for example for `localhost`.
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
            "\(domain) is a public suffix, below which anybody can register names: browsers create no passkeys for it "
                + list
        case .registrableDomain(let domain):
            "\(domain) is a bare registrable domain: whoever controls any host below it can ask for the passkeys. "
                + "Choose one parent domain for all your apps, such as login.\(domain) \(list)"
        }
    }
}

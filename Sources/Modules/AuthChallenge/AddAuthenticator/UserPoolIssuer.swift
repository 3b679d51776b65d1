internal import LambdaRuntime
internal import OpenID
private import Primitives
internal import SignInRules

/// The user pool whose access tokens are accepted, named by their issuer (`USER_POOL_ISSUER`).
struct UserPoolIssuer: Equatable {
    /// `https://cognito-idp.<region>.amazonaws.com/<pool id>`.
    let issuer: Issuer
    /// The pool's id, the last part of the issuer.
    let id: String
    /// Where the pool publishes its keys.
    let keySetURL: KeySetURL

    private static let variable = "USER_POOL_ISSUER"

    init(_ settings: Settings) throws(FunctionError) {
        guard let text = settings.text(Self.variable) else { throw .configuration(Self.variable, "must be set") }
        let id = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last ?? [][...]
        guard let issuer = Issuer(text), let url = KeySetURL(text + "/.well-known/jwks.json"), Self.isPoolID(id) else {
            throw .configuration(
                Self.variable, "must be an https URL that ends with the pool's id; plain http only to this machine")
        }
        self.issuer = issuer
        self.id = String(decoding: id, as: UTF8.self)
        keySetURL = url
    }

    /// A region, an underscore, letters and digits.
    private static func isPoolID(_ id: some Collection<UInt8>) -> Bool {
        let parts = id.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && parts.joined().allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }
    }
}

extension Settings {
    /// `ALLOWED_CLIENT_IDS` as a list of ids. `*` is not enough: tokens of the pool's other apps must not be accepted
    /// here.
    func namedClients() throws(FunctionError) -> Set<String> {
        guard case .listed(let ids) = try AllowedClients(self) else {
            throw .configuration(AllowedClients.variable, "must name the app clients; * is not enough here")
        }
        return ids
    }
}

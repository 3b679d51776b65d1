private import JSON

/// The part of a provider's metadata (OpenID Connect Discovery 1.0 section 3) that is used here: where its keys are.
struct ProviderMetadata {
    private static let limits = JSONLimits(maximumBytes: 65_536, maximumDepth: 16)

    let keySetURL: KeySetURL

    /// Reads metadata, which must name exactly the issuer that was asked (section 4.3).
    ///
    /// The keys' address must be `https`. Only an issuer that itself is plain `http`, which means on this machine, may
    /// name a plain `http` address, also on this machine: whoever trusts an issuer by its certificate must not come to
    /// trust whatever listens on a port here.
    init(parsing bytes: [UInt8], of issuer: Issuer) throws(IssuerKeysError) {
        guard let json = try? JSONValue(parsing: bytes, limits: Self.limits), json.kind == .object else {
            throw .invalidMetadata
        }
        guard let name = json["issuer"]?.string, name.utf8.elementsEqual(issuer.text.utf8) else { throw .wrongIssuer }
        guard let url = json["jwks_uri"]?.string.flatMap(KeySetURL.init), url.isEncrypted || !issuer.isEncrypted
        else { throw .invalidMetadata }
        keySetURL = url
    }
}

internal import HTTP
internal import JOSE
private import JSON
private import Primitives

/// Fetches a provider's keys.
final class IssuerClient {
    private let issuer: Issuer
    private let givenURL: KeySetURL?
    private var discoveredURL: KeySetURL?
    private let transport: any HTTPTransport

    /// The longest time for one attempt, in milliseconds. It is shorter if cached keys can still be used.
    private static let urgentLimit: Int64 = 2_000
    private static let limit: Int64 = 1_000
    private static let maximumBytes = 65_536

    init(_ issuer: Issuer, keySetURL: KeySetURL?, transport: any HTTPTransport) {
        self.issuer = issuer
        givenURL = keySetURL
        self.transport = transport
    }

    /// The key set, and how long it may be cached, in milliseconds.
    func fetch(
        by deadline: Deadline, isUrgent: Bool
    ) throws(IssuerKeysError) -> (keySet: JSONWebKeySet, lifetime: Int64) {
        let limit = isUrgent ? Self.urgentLimit : Self.limit
        do throws(IssuerKeysError) {
            let url = try url(by: deadline, limit)
            let response = try get(url.text, by: deadline, limit)
            let lifetime = CacheLifetime.of(cacheControl: response.header("Cache-Control"))
            do { return (try JSONWebKeySet(parsing: response.body), lifetime) } catch {
                throw .invalidKeySet(error)
            }
        } catch {
            // The provider may have moved its keys, so the next attempt fetches its metadata again.
            discoveredURL = nil
            throw error
        }
    }

    private func url(by deadline: Deadline, _ limit: Int64) throws(IssuerKeysError) -> KeySetURL {
        if let url = givenURL ?? discoveredURL { return url }
        let response = try get(issuer.metadataURL, by: deadline, limit)
        let url = try issuer.keySetURL(in: response.body)
        discoveredURL = url
        return url
    }

    private func get(_ url: String, by deadline: Deadline, _ limit: Int64) throws(IssuerKeysError) -> HTTPResponse {
        let request = HTTPRequest(
            .get, url, headers: [("Accept", "application/json"), UserAgent.header],
            maximumResponseBytes: Self.maximumBytes)
        let response: HTTPResponse
        do { response = try transport.send(request, by: deadline, limit: limit) } catch { throw .unreachable(error) }
        guard response.status == 200 else { throw .refused(status: response.status) }
        return response
    }
}

extension Issuer {
    /// Where the keys are, as the provider's metadata says (OpenID Connect Discovery 1.0 section 3). The metadata must
    /// name exactly this issuer (section 4.3).
    ///
    /// The keys' address must be `https`. Only a plain `http` issuer, which is on this machine, may name a plain `http`
    /// address here: trust in an issuer's certificate must not lead to trust in a local port.
    fileprivate func keySetURL(in metadata: [UInt8]) throws(IssuerKeysError) -> KeySetURL {
        guard let json = try? JSONValue(parsing: metadata, maximumBytes: 65_536, maximumDepth: 16), json.kind == .object
        else { throw .invalidMetadata }
        guard let name = json["issuer"]?.string, name.hasSameBytes(as: text) else { throw .wrongIssuer }
        guard let url = json["jwks_uri"]?.string.flatMap(KeySetURL.init), url.isEncrypted || !isEncrypted
        else { throw .invalidMetadata }
        return url
    }
}

/// How long keys are cached before they are fetched again, in milliseconds.
enum CacheLifetime {
    private static let standard: Int64 = 600_000
    /// Below the lower bound, every sign-in of a busy function would wait for the provider. Above the upper bound, a
    /// key that the provider has withdrawn would stay accepted for too long.
    private static let bounds: ClosedRange<Int64> = 300_000...3_600_000

    /// The lifetime that a `Cache-Control` header (RFC 9111 section 5.2.2) asks for, within bounds.
    static func of(cacheControl header: String?) -> Int64 {
        var lifetime = standard
        for directive in header?.split(separator: ",") ?? [] {
            let parts = directive.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " }.lowercased() }
            switch (parts.first, parts.count) {
            case ("no-store", 1), ("no-cache", _): return bounds.lowerBound
            case ("max-age", 2):
                let seconds = Int64(parts[1].filter { $0 != "\"" }) ?? 0
                lifetime = min(max(seconds, 0), bounds.upperBound / 1_000) * 1_000
            default: break
            }
        }
        return max(lifetime, bounds.lowerBound)
    }
}

internal import HTTP
internal import JOSE
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

    /// The keys, and how long they may be cached, in milliseconds.
    func fetch(
        by deadline: Deadline, isUrgent: Bool
    ) throws(IssuerKeysError) -> (keys: [VerificationKey], lifetime: Int64) {
        let limit = isUrgent ? Self.urgentLimit : Self.limit
        do throws(IssuerKeysError) {
            let url = try url(by: deadline, limit)
            let response = try get(url.text, "jwks", by: deadline, limit)
            let lifetime = CacheLifetime.of(cacheControl: response.header("Cache-Control"))
            do { return (try JSONWebKeySet(parsing: response.body).keys, lifetime) } catch {
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
        let response = try get(issuer.metadataURL, "openid-configuration", by: deadline, limit)
        let url = try ProviderMetadata(parsing: response.body, of: issuer).keySetURL
        discoveredURL = url
        return url
    }

    private func get(
        _ url: String, _ operation: StaticString, by deadline: Deadline, _ limit: Int64
    ) throws(IssuerKeysError) -> HTTPResponse {
        let request = HTTPRequest(
            .get, url, headers: [("Accept", "application/json"), UserAgent.header],
            maximumResponseBytes: Self.maximumBytes, operation: operation)
        let response: HTTPResponse
        do { response = try transport.send(request, by: deadline, limit: limit) } catch { throw .unreachable(error) }
        guard response.status == 200 else { throw .refused(status: response.status) }
        return response
    }
}

import HTTP
import JOSE
import JSON
import OpenID
import OpenSSLCrypto
import Synchronization
import TestKeys
import Testing

/// An issuer in memory. It answers by address, records its requests, and has a clock that stands still.
final class FakeIssuer: HTTPTransport, @unchecked Sendable {
    enum Answer {
        case keys([VerificationKey], cacheControl: String? = nil)
        case text(String, status: Int = 200)
        case failure(HTTPError)

        static let out = Answer.failure(.cannotConnect("out"))
    }

    static let issuer = "https://issuer.example/"
    static let metadataURL = "https://issuer.example/.well-known/openid-configuration"
    static let keysURL = "https://keys.example/jwks?p=1"

    private let clock = Mutex<Int64>(1_800_000_000_000)
    private(set) var calls: [HTTPRequest] = []
    var answers: [String: Answer] = [
        metadataURL: .text(#"{"issuer":"\#(issuer)","jwks_uri":"\#(keysURL)"}"#), keysURL: .keys([]),
    ]

    var now: Int64 { clock.withLock { $0 } }

    func advance(seconds: Int64) { clock.withLock { $0 += seconds * 1_000 } }

    /// The addresses requested since the last call of this function.
    func takeCalls() -> [String] {
        defer { calls = [] }
        return calls.map(\.url)
    }

    func deadline(in milliseconds: Int64 = 4_000) -> Deadline {
        Deadline(now + milliseconds) { [self] in now }
    }

    /// The issuer's keys, at the given address or at the one in its metadata.
    func keys(at url: String? = nil) throws -> IssuerKeys {
        let issuer = try #require(Issuer(Self.issuer))
        return IssuerKeys(of: issuer, at: url.flatMap(KeySetURL.init), transport: self) { [self] in now }
    }

    func verifier(_ audiences: [String] = ["app"]) throws -> IDTokenVerifier {
        let issuer = try #require(Issuer(Self.issuer))
        return IDTokenVerifier(issuer: issuer, audiences: audiences, keys: try keys()) { [self] in now }
    }

    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        calls.append(request)
        switch answers[request.url] {
        case .keys(let keys, let cacheControl):
            let lines = cacheControl.map { Array("Cache-Control: \($0)\r\n".utf8) } ?? []
            return HTTPResponse(status: 200, headerLines: lines, body: JSONWebKeySet.text(publishing: keys))
        case .text(let text, let status): return HTTPResponse(status: status, body: Array(text.utf8))
        case .failure(let error): throw error
        case nil: throw .invalidRequest("unexpected request: \(request.url)")
        }
    }
}

/// Keys and tokens that several suites use.
enum IDTokenSample {
    static let kinds: [KeyKind] = [.rsa, .p256, .ed25519]

    static func key(_ kind: KeyKind = .p256, _ id: String? = "one") throws -> SigningKey {
        try SigningKey(PrivateKey.generate(kind), keyID: id)
    }

    /// A token issued now for an hour, with some claims replaced by JSON texts; nil removes a claim.
    static func token(
        _ key: SigningKey, at now: Int64, _ changes: [String: String?] = [:], type: String? = "JWT"
    ) throws -> String {
        try CompactJWS.sign(payload(at: now, changes), type: type, key: key)
    }

    static func payload(at now: Int64, _ changes: [String: String?] = [:]) -> [UInt8] {
        let seconds = now / 1_000
        var claims: [String: String?] = [
            "iss": #""\#(FakeIssuer.issuer)""#, "sub": #""auth0|123""#, "aud": #""app""#, "iat": String(seconds),
            "exp": String(seconds + 3_600),
        ]
        claims.merge(changes) { $1 }
        return JSONWriter.object { object in
            for (name, value) in claims.sorted(by: { $0.key < $1.key }) {
                if let value { object.member(name, raw: value.utf8) }
            }
        }
    }
}

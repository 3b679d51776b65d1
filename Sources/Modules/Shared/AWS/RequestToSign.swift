internal import HTTP
private import OpenSSLCrypto
private import Primitives

/// A POST before it is signed with AWS Signature Version 4 (IAM User Guide, "Create a signed AWS API request").
///
/// libcurl can sign as well, but only at the machine's time: several of its versions send a header `X-Amz-Date` twice
/// if they are given one.
struct RequestToSign {
    /// Where the service is; its path, if it has one, is in front of `path`.
    let url: BaseURL
    let path: String
    /// The region of the credential scope, such as `eu-west-1`.
    let region: String
    /// The service of the credential scope, such as `secretsmanager`.
    let service: String
    /// The headers whose values decide what the service does.
    let headers: [(name: String, value: String)]
    let body: [UInt8]

    private static let algorithm = "AWS4-HMAC-SHA256"

    /// The headers of the signed request, all of which the signature covers.
    /// - Parameter time: in seconds since 1970.
    func signed(with credentials: AWSCredentials, at time: Int64) -> [(name: String, value: String)] {
        let date = Timestamp.basic(seconds: time)
        let host = url.authority
        var headers = headers + [("Host", String(host)), ("X-Amz-Date", date)]
        if let token = credentials.sessionToken { headers.append(("X-Amz-Security-Token", token)) }

        let lines = headers.map { (name: $0.name.lowercased(), value: $0.value) }.sorted { $0.name < $1.name }
        let names = lines.map(\.name).joined(separator: ";")
        // Every service but S3 encodes each segment once more.
        let segments = (url.text[host.endIndex...] + path).split(separator: "/", omittingEmptySubsequences: false)
        let canonical = [
            "POST", segments.map { String($0).percentEncodedSegment }.joined(separator: "/"), "",
            lines.map { "\($0.name):\($0.value)\n" }.joined(), names, Self.hex(SHA256.digest(of: body)),
        ].joined(separator: "\n")

        let parts = [String(date.prefix(8)), region, service, "aws4_request"]
        let name = parts.joined(separator: "/")
        let toSign = [Self.algorithm, date, name, Self.hex(SHA256.digest(of: Array(canonical.utf8)))]
        let key = parts.reduce(Array("AWS4\(credentials.secretAccessKey)".utf8)) { key, part in
            HMACSHA256.authenticationCode(for: Array(part.utf8), key: key)
        }
        let code = HMACSHA256.authenticationCode(for: Array(toSign.joined(separator: "\n").utf8), key: key)
        let credential = "Credential=\(credentials.accessKeyID)/\(name)"
        return headers + [
            ("Authorization", "\(Self.algorithm) \(credential), SignedHeaders=\(names), Signature=\(Self.hex(code))")
        ]
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

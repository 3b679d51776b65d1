internal import OpenSSLCrypto

/// The signature of a request as AWS Signature Version 4 describes it, computed again from the request that arrived:
/// canonical request, string to sign, derived key.
package struct RecomputedSignature {
    /// The credential that the request names: access key id, date, region, service and `aws4_request`.
    package let credential: [String]
    /// The names of the headers that the request says are signed.
    package let signedHeaders: [String]
    /// The signature that the request carries.
    package let given: String
    /// The signature that it should carry.
    package let expected: String

    /// Nil if the request carries no signature of this kind.
    package init?(_ request: RecordedRequest, secretAccessKey: String) {
        let prefix = "AWS4-HMAC-SHA256 "
        guard let authorization = request.header("Authorization"), authorization.hasPrefix(prefix),
            let date = request.header("X-Amz-Date")
        else { return nil }
        var fields: [String: String] = [:]
        for field in authorization.dropFirst(prefix.count).split(separator: ",") {
            let pair = field.drop { $0 == " " }.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2 else { return nil }
            fields[pair[0]] = pair[1]
        }
        guard let credential = fields["Credential"], let names = fields["SignedHeaders"],
            let given = fields["Signature"]
        else { return nil }
        let signed = names.split(separator: ";").map(String.init)
        self.credential = credential.split(separator: "/").map(String.init)
        signedHeaders = signed
        self.given = given

        let headers = signed.map { "\($0):\(request.headers($0).joined(separator: ","))\n" }.joined()
        let canonical = [request.method, request.target, "", headers, names, Self.hash(request.body)]
        let scope = self.credential.dropFirst()
        let toSign = [
            "AWS4-HMAC-SHA256", date, scope.joined(separator: "/"),
            Self.hash(Array(canonical.joined(separator: "\n").utf8)),
        ]
        let key = scope.reduce(Array("AWS4\(secretAccessKey)".utf8)) { Self.code($1, key: $0) }
        expected = Self.hex(Self.code(toSign.joined(separator: "\n"), key: key))
    }

    private static func code(_ text: String, key: [UInt8]) -> [UInt8] {
        HMACSHA256.authenticationCode(for: Array(text.utf8), key: key)
    }

    private static func hash(_ bytes: [UInt8]) -> String { hex(SHA256.digest(of: bytes)) }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

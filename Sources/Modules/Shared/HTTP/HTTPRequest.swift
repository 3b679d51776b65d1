/// One HTTP request (RFC 9110), complete with the limits within which its answer must come.
package struct HTTPRequest: Sendable {
    /// The methods this product uses.
    package enum Method: String, Sendable { case get = "GET", post = "POST" }

    /// The request's method.
    package var method: Method
    /// An absolute `http` or `https` URL, percent-encoded.
    package var url: String
    /// Header lines in order; an empty value removes the header of that name that the transport would send itself.
    package var headers: [(name: String, value: String)]
    /// The content of a POST.
    package var body: [UInt8]
    /// The longest time for the whole exchange, name resolution included, in milliseconds; nil waits for ever.
    package var timeout: Int64?
    /// The longest time for resolving, connecting and the TLS handshake, in milliseconds.
    package var connectTimeout: Int64
    /// The largest answer accepted, in bytes.
    package var maximumResponseBytes: Int
    /// Whether the request gets a connection of its own. On a kept-alive connection that dies before the answer, libcurl
    /// sends a request of any method a second time.
    package var usesNewConnection: Bool
    /// Signs the request with AWS Signature Version 4 when set.
    package var signature: AWSSignature?
    /// What the service is asked for, such as `GetItem`, for traces; nothing of it is sent. A text of the source code
    /// holds nothing of a user.
    package var operation: StaticString?

    /// A request with the limits of an ordinary outbound call: 3 s in all, 2 s to connect, 1 MiB.
    package init(
        _ method: Method, _ url: String, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
        timeout: Int64? = 3_000, connectTimeout: Int64 = 2_000, maximumResponseBytes: Int = 1 << 20,
        usesNewConnection: Bool = false, signature: AWSSignature? = nil, operation: StaticString? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.connectTimeout = connectTimeout
        self.maximumResponseBytes = maximumResponseBytes
        self.usesNewConnection = usesNewConnection
        self.signature = signature
        self.operation = operation
    }
}

/// What AWS Signature Version 4 needs besides the request. A session token travels as the header
/// `X-Amz-Security-Token`, which is then among the signed ones.
package struct AWSSignature: Sendable {
    /// The access key id.
    package var accessKeyID: String
    /// The secret access key.
    package var secretAccessKey: String
    /// The region of the credential scope, such as `eu-west-1`.
    package var region: String
    /// The service of the credential scope, such as `secretsmanager`.
    package var service: String

    /// A signature for one service in one region.
    package init(accessKeyID: String, secretAccessKey: String, region: String, service: String) {
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.region = region
        self.service = service
    }
}

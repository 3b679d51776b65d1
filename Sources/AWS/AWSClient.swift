package import HTTP
internal import JSON

/// Calls AWS services that speak JSON 1.1, signed by libcurl with Signature Version 4.
package struct AWSClient {
    private let transport: any HTTPTransport
    private let credentials: AWSCredentials
    private let endpoint: (String) -> String?

    /// A client with those credentials.
    /// - Parameter environment: looks a variable up, for the endpoint overrides that the AWS SDKs know:
    ///   `AWS_ENDPOINT_URL_<SERVICE>` and `AWS_ENDPOINT_URL`.
    package init(
        transport: any HTTPTransport, credentials: AWSCredentials, environment: @escaping (String) -> String?
    ) {
        self.transport = transport
        self.credentials = credentials
        endpoint = environment
    }

    /// A service as its endpoint, its credential scope and its protocol name it.
    struct Service {
        let endpointPrefix: String
        let variable: String
        let targetPrefix: String
    }

    /// Calls an operation and returns the parsed answer.
    func call(
        _ operation: String, of service: Service, region: String, body: [UInt8], by deadline: Deadline
    ) throws(AWSError) -> JSONValue {
        var headers = [
            (name: "Content-Type", value: "application/x-amz-json-1.1"),
            (name: "X-Amz-Target", value: "\(service.targetPrefix).\(operation)"),
        ]
        if let token = credentials.sessionToken { headers.append(("X-Amz-Security-Token", token)) }
        let request = HTTPRequest(
            .post, try url(of: service, region: region) + "/", headers: headers, body: body,
            signature: AWSSignature(
                accessKeyID: credentials.accessKeyID, secretAccessKey: credentials.secretAccessKey, region: region,
                service: service.endpointPrefix))
        let response: HTTPResponse
        do { response = try transport.send(request, by: deadline) } catch { throw .unreachable(error) }
        let answer = try? JSONValue(parsing: response.body)
        guard response.status == 200 else {
            let type = answer?["__type"]?.string?.split(separator: "#").last.map(String.init)
            throw .refused(status: response.status, type: type ?? "no error type")
        }
        guard let answer, answer.kind == .object else { throw .unreadable }
        return answer
    }

    private func url(of service: Service, region: String) throws(AWSError) -> String {
        let override = endpoint("AWS_ENDPOINT_URL_\(service.variable)") ?? endpoint("AWS_ENDPOINT_URL")
        let isName = !region.isEmpty && region.utf8.allSatisfy { $0 == 0x2D || 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 }
        guard isName else { throw .invalidName("the region") }
        // China's regions form a partition of their own with another domain.
        let domain = region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
        guard let url = BaseURL(override ?? "https://\(service.endpointPrefix).\(region).\(domain)") else {
            throw .invalidName("the endpoint override for \(service.variable)")
        }
        return url.text
    }
}

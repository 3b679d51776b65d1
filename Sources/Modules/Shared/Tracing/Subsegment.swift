internal import HTTP
private import JSON
private import Primitives

/// An outbound call as a trace shows it (X-Ray Developer Guide, "X-Ray segment documents", subsegments that are sent
/// separately).
///
/// It says which service was called, for what, how long it took and how it ended. It has no member for a path, a query,
/// a header or a body, which may hold users, tokens and codes.
enum Subsegment {
    /// The document of a request and what became of it: one JSON object.
    /// - Parameters:
    ///   - id: 16 hexadecimal digits, which no other subsegment of the trace has.
    ///   - began: when the request was sent, in microseconds since 1970; `ended` likewise.
    static func document(
        of request: HTTPRequest, _ result: Result<HTTPResponse, HTTPError>, in trace: TraceContext, id: String,
        began: Int64, ended: Int64
    ) -> [UInt8] {
        let region = request.scope?.region
        return JSONWriter.object { document in
            document.member("name", request.scope.map { name(ofService: $0.service) } ?? host(of: request.url))
            document.member("id", id)
            document.member("trace_id", trace.traceID)
            document.member("parent_id", trace.parentID)
            document.member("type", "subsegment")
            document.member("start_time", raw: seconds(began).utf8)
            document.member("end_time", raw: seconds(max(began, ended)).utf8)
            document.member("namespace", region == nil ? "remote" : "aws")
            document.member("http") { http in
                http.member("request") { $0.member("method", request.method.rawValue) }
                if case .success(let response) = result {
                    http.member("response") { $0.member("status", Int64(response.status)) }
                }
            }
            let operation = request.operation.map { "\($0)" }
            if let region {
                document.member("aws") { aws in
                    aws.member("operation", ifPresent: operation)
                    aws.member("region", region)
                }
            } else if let operation {
                // The document has a member for operations of AWS only. X-Ray finds traces by annotations.
                document.member("annotations") { $0.member("operation", operation) }
            }
            switch result.map(\.status) {
            case .success(429):
                document.member("error", true)
                document.member("throttle", true)
            case .success(400..<500): document.member("error", true)
            case .success(500...): document.member("fault", true)
            case .success: break
            case .failure(let error):
                document.member("fault", true)
                let exception = JSONWriter.object { exception in
                    // The identifier has to be one within the document alone.
                    exception.member("id", id)
                    exception.member("type", reason(error))
                }
                document.member("cause") { $0.member("exceptions", raw: JSONWriter.array([exception])) }
            }
        }
    }

    /// Seconds since 1970, with a fraction. A clock that is not set yet may say less than 0, which no document can
    /// hold.
    private static func seconds(_ microseconds: Int64) -> String {
        let microseconds = max(0, microseconds)
        let fraction = String(microseconds % 1_000_000)
        return "\(microseconds / 1_000_000)." + String(repeating: "0", count: 6 - fraction.utf8.count) + fraction
    }
}

extension Subsegment {
    /// The service's name as the X-Ray SDKs write it, by its name in a signature.
    private static func name(ofService service: String) -> String {
        switch service {
        case "dynamodb": "DynamoDB"
        case "ses": "SES"
        case "secretsmanager": "SecretsManager"
        case "cognito-idp": "CognitoIdentityProvider"
        default: service
        }
    }

    /// The host of a URL, without its port. Of what no host has, nothing is left.
    private static func host(of url: String) -> String {
        guard let scheme = ["https://", "http://"].first(where: url.hasPrefix) else { return unknown }
        let authority = url.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        let server = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let host = server.hasPrefix("[") ? server.dropFirst().prefix { $0 != "]" } : server.prefix { $0 != ":" }
        let bytes = host.utf8.filter { $0.isASCIINameCharacter || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") }
        return bytes.isEmpty ? unknown : String(decoding: bytes.prefix(maximumNameLength), as: UTF8.self)
    }

    private static let unknown = "unknown"
    /// In characters (X-Ray segment documents, `name`).
    private static let maximumNameLength = 200

    /// Why there was no usable answer, in one word.
    private static func reason(_ error: HTTPError) -> String {
        switch error {
        case .invalidRequest: "InvalidRequest"
        case .cannotConnect: "CannotConnect"
        case .untrusted: "Untrusted"
        case .timedOut: "TimedOut"
        case .connectionLost: "ConnectionLost"
        case .responseTooLarge: "ResponseTooLarge"
        }
    }
}

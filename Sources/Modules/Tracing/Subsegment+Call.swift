internal import HTTP
private import Primitives

extension Subsegment {
    /// What became of a request, as a subsegment.
    /// - Parameters:
    ///   - began: when it was sent, in microseconds since 1970; `ended` likewise.
    init(
        of request: HTTPRequest, _ result: Result<HTTPResponse, HTTPError>, in trace: TraceContext, id: String,
        began: Int64, ended: Int64
    ) {
        self.init(
            name: request.signature.map { Self.name(ofService: $0.service) } ?? Self.host(of: request.url), id: id,
            trace: trace, began: began, ended: ended, region: request.signature?.region, operation: request.operation,
            method: request.method.rawValue, ending: Self.ending(result))
    }

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

    private static func ending(_ result: Result<HTTPResponse, HTTPError>) -> Ending {
        switch result {
        case .success(let response): .answered(status: response.status)
        case .failure(let error):
            switch error {
            case .invalidRequest: .failed("InvalidRequest")
            case .cannotConnect: .failed("CannotConnect")
            case .untrusted: .failed("Untrusted")
            case .timedOut: .failed("TimedOut")
            case .connectionLost: .failed("ConnectionLost")
            case .responseTooLarge: .failed("ResponseTooLarge")
            }
        }
    }
}

private import JSON
internal import TestSupport
private import Testing

/// Takes the part of the X-Ray daemon, and checks that what comes holds nothing but what may stand in a trace: every
/// member is a known one, and every value has a form in which nothing of a user, a token or a key has room.
struct TraceCheck {
    private let receiver: DatagramReceiver
    /// The services and operations of all datagrams so far.
    private(set) var calls: Set<String> = []

    /// The tracing header of the events.
    static let header = "Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1"

    /// The words for services and operations. Those that are not of AWS are stand-ins on this machine.
    private static let services = ["127.0.0.1", "DynamoDB", "SES", "SecretsManager", "CognitoIdentityProvider"]
    private static let operations = [
        "GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems", "SendEmail",
        "GetSecretValue", "AdminUpdateUserAttributes", "track", "getAction", "getAuthenticators",
        "enrollVerifiedAuthenticator", "validateChallenge", "siteverify", "jwks", "openid-configuration",
    ]
    private static let failures = [
        "InvalidRequest", "CannotConnect", "Untrusted", "TimedOut", "ConnectionLost", "ResponseTooLarge",
    ]

    init() throws { receiver = try DatagramReceiver() }

    /// The variables of a function whose calls are to be checked.
    var variables: [String: String] { ["AWS_XRAY_DAEMON_ADDRESS": receiver.endpoint] }

    /// Checks what has come since the last time.
    mutating func check() throws {
        for datagram in receiver.received() {
            let lines = datagram.split(separator: 0x0A, omittingEmptySubsequences: false)
            #expect(lines.count == 2)
            let document = try JSONValue(parsing: Array(lines.last ?? []))
            let paths = Self.values(of: document)
            let foreign = paths.filter { !Self.isAllowed($0.path, $0.value) }
            #expect(foreign.isEmpty, "\(foreign)")
            let operation = document["aws"]?["operation"] ?? document["annotations"]?["operation"]
            calls.insert("\(document["name"]?.string ?? "") \(operation?.string ?? "")")
        }
    }

    private static func values(of value: JSONValue, _ path: String = "") -> [(path: String, value: String)] {
        switch value.kind {
        case .object: value.members.flatMap { values(of: $0.value, "\(path)/\($0.name)") }
        case .array: value.elements.flatMap { values(of: $0, path) }
        default: [(path, value.string ?? String(decoding: value.bytes, as: UTF8.self))]
        }
    }

    private static func isAllowed(_ path: String, _ value: String) -> Bool {
        switch path {
        case "/name": services.contains(value)
        case "/id", "/cause/exceptions/id": value.wholeMatch(of: /[0-9a-f]{16}/) != nil
        case "/trace_id", "/parent_id": header.contains("=\(value);")
        case "/type": value == "subsegment"
        case "/start_time", "/end_time": value.wholeMatch(of: /[0-9]{10}\.[0-9]{6}/) != nil
        case "/namespace": ["aws", "remote"].contains(value)
        case "/http/request/method": ["GET", "POST"].contains(value)
        case "/http/response/status": value.wholeMatch(of: /[1-5][0-9]{2}/) != nil
        case "/aws/operation", "/annotations/operation": operations.contains(value)
        case "/aws/region": value == "eu-west-1"
        case "/error", "/fault", "/throttle": value == "true"
        case "/cause/exceptions/type": failures.contains(value)
        default: false
        }
    }
}

internal import HTTP
internal import JSON
internal import StandIns

/// The network of a deployment, within the process. What services answer is real, unless the input spoils it.
final class StubTransport: HTTPTransport {
    /// Where answers go wrong: one decision for each call.
    var choices = Choices([])
    /// Whether an answer was spoilt.
    private(set) var isSpoilt = false
    /// The mails that were sent.
    private(set) var mails: [SentMail] = []
    /// The codes in them.
    var codes: [String] { mails.compactMap(\.code) }
    /// Answers by the part of the URL that they belong to.
    var answers: [(part: String, body: JSONTree)] = []
    /// The last answer to a URL with that part, as it went out.
    private(set) var given: [String: [UInt8]] = [:]

    private let tables: TableStandIn

    /// - Parameter now: seconds since 1970.
    init(now: @escaping @Sendable () -> Int64) {
        tables = TableStandIn([TableSchema("users", hasSortKey: true), TableSchema("state")], now: now)
    }

    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        let (status, body) = answer(request)
        // Most calls are answered as they should be.
        let choice = choices.byte()
        if choice >= 0xE0 { isSpoilt = true }
        switch choice {
        case 0xE0: throw .cannotConnect("stub")
        case 0xE1: throw .timedOut("stub")
        case 0xE2: throw .connectionLost("stub")
        case 0xE3: throw .responseTooLarge
        case 0xE4: return HTTPResponse(status: 100 + Int(choices.byte()) * 2, body: choices.bytes())
        case 0xE5...0xEF: return HTTPResponse(status: 200, body: choices.bytes())
        case 0xF0...0xFF:
            guard let json = try? JSONValue(parsing: body) else { return HTTPResponse(status: status, body: body) }
            let edited = JSONTree(json).edited(by: &choices).bytes
            remember(request, edited)
            return HTTPResponse(status: status, body: edited)
        default:
            remember(request, body)
            return HTTPResponse(status: status, body: body)
        }
    }

    private func remember(_ request: HTTPRequest, _ body: [UInt8]) {
        for (part, _) in answers where request.url.contains(part) { given[part] = body }
    }

    private func answer(_ request: HTTPRequest) -> (status: Int, body: [UInt8]) {
        if let known = answers.first(where: { request.url.contains($0.part) }) { return (200, known.body.bytes) }
        if request.url.hasSuffix("/v2/email/outbound-emails") {
            if let mail = SentMail(request.body) { mails.append(mail) }
            return (200, Array(#"{"MessageId":"0100018f-message"}"#.utf8))
        }
        let target = request.headers.first { $0.name == "X-Amz-Target" }?.value ?? ""
        guard target.hasPrefix("DynamoDB_20120810.") else { return (200, Array("{}".utf8)) }
        return tables.respond(to: String(target.dropFirst("DynamoDB_20120810.".utf8.count)), request.body)
    }
}

import JSON
import SandboxTestSupport
import Testing

/// A request to DynamoDB, and the answer that the service gives.
struct TableStep: Sendable {
    let operation: String
    let request: String
    /// The answer in the form of `TableAnswer`.
    let answer: String
    /// What moto answers where it differs from the service; nil where it does not.
    let moto: String?

    init(_ operation: String, _ request: String, _ answer: String, moto: String? = nil) {
        self.operation = operation
        self.request = request
        self.answer = answer
        self.moto = moto
    }

    /// Sends the request.
    /// - Parameter endpoint: the address of the service.
    func send(to endpoint: String) async throws -> String {
        let headers = [
            "X-Amz-Target": "DynamoDB_20120810.\(operation)", "Content-Type": "application/x-amz-json-1.0",
            "Authorization": "AWS4-HMAC-SHA256 Credential=test/20260101/eu-west-1/dynamodb/aws4_request, "
                + "SignedHeaders=host, Signature=0",
        ]
        return TableAnswer.text(try await LoopbackClient(base: endpoint, headers: headers).post("/", request))
    }
}

/// A name, and requests that are sent one after the other.
struct TableCase: Sendable, CustomTestStringConvertible {
    let name: String
    let steps: [TableStep]

    init(_ name: String, _ steps: TableStep...) { self.init(name, steps) }

    init(_ name: String, _ steps: [TableStep]) {
        self.name = name
        self.steps = steps
    }

    var testDescription: String { name }
}

/// Answers of DynamoDB as text: an object with its members sorted, or an error's type and text. After the text of a
/// condition that failed stands the item; after that of a cancelled transaction, the reasons. Consumed capacity, which
/// moto tells unasked, is left out.
enum TableAnswer {
    static func text(_ answer: LoopbackClient.Answer) -> String {
        guard let json = answer.json else { return "\(answer.status)" }
        if answer.status == 200 { return sorted(json) }
        let type = json["__type"]?.string?.split(separator: "#").last ?? "no type"
        let message = json["message"]?.string ?? json["Message"]?.string ?? ""
        var text = "\(type): \(message)"
        if let item = json["Item"] { text += " " + sorted(item) }
        for reason in json["CancellationReasons"]?.elements ?? [] {
            text += " | " + (reason["Message"]?.string ?? "")
            if let item = reason["Item"] { text += " " + sorted(item) }
        }
        return text
    }

    private static func sorted(_ json: JSONValue) -> String {
        switch json.kind {
        case .object:
            let left = json.members.filter { !["ConsumedCapacity", "ItemCollectionMetrics"].contains($0.name) }
            let members = left.sorted { $0.name < $1.name }.map { name, value in
                guard name == "SS" || name == "NS" else { return "\"\(name)\":" + sorted(value) }
                return "\"\(name)\":[" + value.elements.map(sorted).sorted().joined(separator: ",") + "]"
            }
            return "{" + members.joined(separator: ",") + "}"
        case .string: return "\"\(json.string ?? "")\""
        case .array: return "[" + json.elements.map(sorted).joined(separator: ",") + "]"
        default: return String(decoding: json.bytes, as: UTF8.self)
        }
    }
}

import JSON

/// What an outsider sees of an answer: everything but the values that are random or sealed, of which only the length.
struct Observation: Equatable, CustomStringConvertible {
    let description: String

    /// Nothing was asked.
    static let nothing = Observation(description: "nothing")

    private init(description: String) { self.description = description }

    /// A short answer of Cognito.
    init(_ answer: CognitoAnswer) { description = answer.rawValue }

    /// A challenge. Its private parameters and its note travel in Cognito's session, whose length the app sees.
    init(_ challenge: Challenge) {
        let shown = challenge.publicParameters.sorted { $0.key < $1.key }.map { "\($0.key)=\(Self.shape($0.value))" }
        let kept = challenge.privateParameters.sorted { $0.key < $1.key }
            .map { "\($0.key)#\($0.value.utf8.count)" }
        description = (["challenge"] + shown + kept + ["note#\(challenge.metadata.utf8.count)"]).joined(separator: " ")
    }

    /// An answer of the authenticator.
    init(_ answer: AppAnswer) { description = "\(answer.status) " + (answer.json.map(Self.shape) ?? "") }

    private static func shape(_ json: JSONValue) -> String {
        switch json.kind {
        case .object: "{" + json.members.map { "\($0.name):\(shape($0.value))" }.joined(separator: ",") + "}"
        case .array: "[" + json.elements.map { shape($0) }.joined(separator: ",") + "]"
        case .string: shape(json.string ?? "")
        case .null, .bool, .number: String(decoding: json.bytes, as: UTF8.self)
        }
    }

    /// A short text as it is, but the letters of a masked address; of a long one the length.
    private static func shape(_ text: String) -> String {
        if text.utf8.count > 32 { return "#\(text.utf8.count)" }
        return text.contains("***@") ? String(text.map { $0.isLetter ? "x" : $0 }) : text
    }
}

internal import JSON

/// The placeholders that only the steps of a sign-in have: what earlier steps answered and mailed.
struct SignInValues {
    /// The replies of the steps so far; nil for one that failed.
    var replies: [JSONValue?] = []
    /// The values of placeholders with a name, which are made once.
    private var named: [String: String] = [:]

    /// Fills what earlier steps decide, and leaves the other placeholders as they are.
    ///
    /// - Parameter codes: the codes that were mailed so far.
    func fill(_ text: [UInt8], codes: [String]) async throws(ReplayError) -> [UInt8] {
        let text = String(decoding: text, as: UTF8.self)
        let filled = try await Placeholder.fill(text) { placeholder throws(ReplayError) in
            switch placeholder.name {
            case "reply": try reply(placeholder)
            case "mailedCode": try code(placeholder, codes)
            case "wrongAnswer": Self.wrongAnswer(besides: codes)
            default: "${\(placeholder.text)}"
            }
        }
        return Array(filled.utf8)
    }

    /// The value of any other placeholder; one with a name is made by `make` only once.
    mutating func value(
        of placeholder: Placeholder, _ make: (Placeholder) async throws(ReplayError) -> String
    ) async throws(ReplayError) -> String {
        guard let name = placeholder.arguments["name"] else { return try await make(placeholder) }
        if let value = named[name] { return value }
        let others = placeholder.arguments.filter { $0.key != "name" }.map { "\($0.key)=\($0.value)" }.sorted()
        let text = others.isEmpty ? placeholder.name : "\(placeholder.name): \(others.joined(separator: ", "))"
        let value = try await make(Placeholder(text))
        named[name] = value
        return value
    }

    private func reply(_ placeholder: Placeholder) throws(ReplayError) -> String {
        guard let step = placeholder.arguments["step"].flatMap({ Int($0) }), let path = placeholder.arguments["member"]
        else { throw .placeholder(placeholder.text, fault: "it needs step and member") }
        guard replies.indices.contains(step - 1) else {
            throw .placeholder(placeholder.text, fault: "step \(step) has not answered yet")
        }
        var value = replies[step - 1]?["response"]
        for name in path.split(separator: ".") { value = value?[String(name)] }
        guard let text = value?.string else {
            throw .placeholder(placeholder.text, fault: "step \(step) did not answer with it")
        }
        var quoted: [UInt8] = []
        quoted.appendJSONString(text)
        return String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
    }

    private func code(_ placeholder: Placeholder, _ codes: [String]) throws(ReplayError) -> String {
        let number = placeholder.arguments["mail"].flatMap { Int($0) } ?? codes.count
        guard codes.indices.contains(number - 1) else {
            throw .placeholder(placeholder.text, fault: "no such code was mailed: there are \(codes.count)")
        }
        return codes[number - 1]
    }

    /// A code that nobody was sent.
    private static func wrongAnswer(besides codes: [String]) -> String {
        (0...codes.count).lazy.map { String(String(1_000_000 + $0).dropFirst()) }.first { !codes.contains($0) }
            ?? "wrong"
    }
}

internal import JSON

extension ServiceModel {
    /// A kind of value, with its limits.
    struct Shape {
        private let json: JSONValue?

        /// The shape of that name; one without limits if the model has none.
        init(_ shapes: JSONValue, _ name: String) { json = shapes[name] }

        subscript(name: String) -> JSONValue? { json?[name] }

        /// How such a value is written.
        var kind: JSONValue.Kind {
            switch json?["type"]?.string {
            case "string": .string
            case "integer": .number
            case "list": .array
            default: .object
            }
        }

        var required: [String] { json?["required"]?.elements.compactMap(\.string) ?? [] }

        var lengths: ClosedRange<Int> {
            Int(json?["min"]?.integer ?? 0)...(json?["max"]?.integer.map { Int($0) } ?? .max)
        }

        /// What a text must do and does not.
        func rules(brokenBy text: String) -> [String] {
            var rules = rules(brokenByLength: text.unicodeScalars.count)
            if rules.isEmpty, let pattern = json?["pattern"]?.string, !Self.fits(text, pattern) {
                rules.append("satisfy regular expression pattern: \(pattern)")
            }
            let values = json?["enum"]?.elements.compactMap(\.string) ?? [text]
            if !values.contains(text) {
                rules.append("satisfy enum value set: [\(values.joined(separator: ", "))]")
            }
            return rules
        }

        func rules(brokenByLength length: Int) -> [String] { rules(brokenBy: Int64(length), "length") }

        func rules(brokenBy number: Int64) -> [String] { rules(brokenBy: number, "value") }

        private func rules(brokenBy number: Int64, _ what: String) -> [String] {
            if let least = json?["min"]?.integer, number < least {
                return ["have \(what) greater than or equal to \(least)"]
            }
            if let most = json?["max"]?.integer, number > most {
                return ["have \(what) less than or equal to \(most)"]
            }
            return []
        }

        /// Whether the whole text has the form of a pattern, as Java reads it: letters of words and white space are
        /// those of ASCII.
        private static func fits(_ text: String, _ pattern: String) -> Bool {
            guard let form = try? Regex(pattern).asciiOnlyCharacterClasses().matchingSemantics(.unicodeScalar) else {
                fatalError("service-model.json: \(pattern)")
            }
            return text.wholeMatch(of: form) != nil
        }
    }
}

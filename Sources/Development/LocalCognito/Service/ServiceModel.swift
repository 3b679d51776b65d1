internal import JSON

/// What the service's model asks of the members of a call, before the service looks at what they mean: which must be
/// there, their lengths, patterns, ranges and values.
///
/// `service-model.json` is the model. `scripts/sources/service_model.py` takes it from botocore.
package struct ServiceModel: Sendable {
    private let shapes: JSONValue

    /// The model of Cognito's calls.
    package static let cognito = ServiceModel()

    private init() {
        guard let shapes = try? JSONValue(parsing: PackageResources.service_model_json) else {
            fatalError("service-model.json is not JSON")
        }
        self.shapes = shapes
    }

    /// Checks all members of a call.
    ///
    /// - Throws: `InvalidParameterException`, which names every constraint that the call does not meet, or
    ///   `SerializationException`.
    func check(_ request: JSONValue, of operation: PoolOperation) throws(PoolError) {
        var broken: [PoolError.Constraint] = []
        try find(in: request, Shape(shapes, "\(operation.rawValue)Request"), at: "", &broken)
        guard broken.isEmpty else { throw .constraints(broken) }
    }

    /// Checks a text that stands in a member of another kind.
    ///
    /// - Parameters:
    ///   - name: the name of the kind, such as `UsernameType`.
    ///   - path: what the error calls the text.
    /// - Throws: `InvalidParameterException`.
    func check(_ text: String, as name: String, at path: String) throws(PoolError) {
        let rules = Shape(shapes, name).rules(brokenBy: text)
        guard rules.isEmpty else { throw .constraints(rules.map { PoolError.Constraint(path, $0) }) }
    }

    /// Whether a text is of a kind, such as `ClientSecretType`.
    package func allows(_ text: String, as name: String) -> Bool {
        Shape(shapes, name).rules(brokenBy: text).isEmpty
    }

    /// How many characters a text of a kind may have.
    func lengths(of name: String) -> ClosedRange<Int> { Shape(shapes, name).lengths }

    private func find(
        in value: JSONValue, _ shape: Shape, at path: String, _ broken: inout [PoolError.Constraint]
    ) throws(PoolError) {
        guard value.kind == shape.kind else { throw .wrongType(path) }
        switch value.kind {
        case .object:
            func place(of name: String) -> String { (path.isEmpty ? "" : path + ".") + name.lowercasedFirst }
            for name in shape.required where value[name]?.isNull ?? true {
                broken.append(PoolError.Constraint(place(of: name), value: "null", "not be null"))
            }
            for (name, member) in value.members where !member.isNull {
                if let type = shape["members"]?[name]?.string {
                    try find(in: member, Shape(shapes, type), at: place(of: name), &broken)
                } else if let type = shape["value"]?.string {
                    try findInElement(member, type, at: path, &broken)
                }
            }
        case .array:
            broken += shape.rules(brokenByLength: value.elements.count).map { PoolError.Constraint(path, $0) }
            guard let type = shape["member"]?.string else { return }
            for (index, element) in value.elements.enumerated() {
                if element.kind == .object {
                    try find(in: element, Shape(shapes, type), at: "\(path).\(index + 1).member", &broken)
                } else {
                    try findInElement(element, type, at: path, &broken)
                }
            }
        case .string:
            // Texts may be secret; only those of a closed set are shown.
            let shown = shape["enum"].map { _ in "'\(value.string ?? "")'" } ?? ""
            broken += shape.rules(brokenBy: value.string ?? "").map { PoolError.Constraint(path, value: shown, $0) }
        case .number:
            guard let number = value.integer else { throw .wrongType(path) }
            broken += shape.rules(brokenBy: number).map { PoolError.Constraint(path, value: "'\(number)'", $0) }
        case .bool, .null: break
        }
    }

    /// The service reports a text of a list or a map by the whole of it.
    private func findInElement(
        _ element: JSONValue, _ type: String, at path: String, _ broken: inout [PoolError.Constraint]
    ) throws(PoolError) {
        var inner: [PoolError.Constraint] = []
        try find(in: element, Shape(shapes, type), at: path, &inner)
        guard !inner.isEmpty else { return }
        let rules = inner.map { "Member must \($0.rule)" }.joined(separator: ", ")
        broken.append(PoolError.Constraint(path, value: inner[0].value, "satisfy constraint: [\(rules)]"))
    }
}

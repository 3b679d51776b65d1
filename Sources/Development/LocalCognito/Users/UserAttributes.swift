/// A user's attributes, all of them strings, in the order in which they were first set.
package struct UserAttributes: Equatable, Sendable {
    /// The attributes.
    package private(set) var pairs: [(name: String, value: String)] = []

    /// Attributes; of two with one name the later one counts.
    package init(_ pairs: [(name: String, value: String)] = []) {
        for (name, value) in pairs { self[name] = value }
    }

    /// An attribute's value; nil when the user has none of that name, and to remove it.
    package subscript(name: String) -> String? {
        get { pairs.first { $0.name == name }?.value }
        set {
            guard let index = pairs.firstIndex(where: { $0.name == name }) else {
                if let newValue { pairs.append((name, newValue)) }
                return
            }
            if let newValue { pairs[index].value = newValue } else { pairs.remove(at: index) }
        }
    }

    /// The attributes of those names, and `sub`; all for nil.
    func readable(_ names: [String]?) -> UserAttributes {
        guard let names else { return self }
        return UserAttributes(pairs.filter { $0.name == "sub" || names.contains($0.name) })
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.pairs.elementsEqual(right.pairs) { $0 == $1 }
    }
}

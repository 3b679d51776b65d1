private import CognitoTriggers
package import JSON

/// A user's attributes, all of them strings, in the order in which they were first set.
package struct UserAttributes: Equatable, Sendable {
    /// The attributes.
    package private(set) var pairs: [(name: String, value: String)] = []

    /// Attributes; if a name occurs twice, the later value counts.
    package init(_ pairs: [(name: String, value: String)] = []) {
        for (name, value) in pairs { self[name] = value }
    }

    /// An attribute's value; nil if the user has no such attribute. Setting nil removes it.
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

    /// Whether an address counts as verified. Administrators' programs write the flag in any case of letters.
    func isVerified(_ address: String) -> Bool { self["\(address)_verified"].map(CognitoBoolean.isTrue) ?? false }

    /// The attributes with these names, and `sub`; all attributes if `names` is nil.
    func readable(_ names: [String]?) -> UserAttributes {
        guard let names else { return self }
        return UserAttributes(pairs.filter { $0.name == "sub" || names.contains($0.name) })
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.pairs.elementsEqual(right.pairs) { $0 == $1 }
    }
}

extension JSONWriter {
    /// Writes a user's attributes as an object.
    package mutating func member(_ name: String, _ attributes: UserAttributes) {
        member(name) { object in
            for (name, value) in attributes.pairs { object.member(name, value) }
        }
    }
}

package import JSON

extension JSONWriter {
    /// Writes a user's attributes as an object.
    package mutating func member(_ name: String, _ attributes: UserAttributes) {
        member(name) { object in
            for (name, value) in attributes.pairs { object.member(name, value) }
        }
    }
}

/// Puts texts into one sequence of bytes, each behind its length, so that no other texts give the same.
enum LengthPrefixedFields {
    /// The bytes of a label and the fields under it.
    static func bytes(_ label: String, _ fields: [String]) -> [UInt8] {
        var bytes: [UInt8] = []
        for field in [label] + fields { bytes += Array("\(field.utf8.count):".utf8) + field.utf8 }
        return bytes
    }
}

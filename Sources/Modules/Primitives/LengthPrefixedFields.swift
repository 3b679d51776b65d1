/// Writes texts as one sequence of bytes, each after its length, so that different texts never give the same bytes.
package enum LengthPrefixedFields {
    /// The bytes of a label and the fields under it.
    package static func bytes(_ label: String, _ fields: [String]) -> [UInt8] {
        var bytes: [UInt8] = []
        for field in [label] + fields { bytes += Array("\(field.utf8.count):".utf8) + field.utf8 }
        return bytes
    }
}

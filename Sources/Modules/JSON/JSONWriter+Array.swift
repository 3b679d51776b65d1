extension JSONWriter {
    /// The bytes of an array of values that are already JSON.
    package static func array(_ values: some Sequence<[UInt8]>) -> [UInt8] {
        [UInt8(ascii: "[")] + values.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
    }
}

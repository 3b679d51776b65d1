private import Primitives

/// What the pool's `sub`s look like. All are UUIDs, but which digits are fixed depends on the pool's age and Region, so
/// that a made-up version 4 UUID would be told from them at sight.
struct SubjectShape {
    /// How many different `sub`s must have been seen before they count.
    static let minimumSeen = 8

    private static let digitCount = 32
    /// The place of the version among the digits, and that of the variant (RFC 9562 section 4).
    private static let (version, variant) = (12, 16)

    /// For each place a bit for each digit that has been seen there.
    private var seenDigits = [UInt16](repeating: 0, count: digitCount)
    /// The first different ones.
    private var seenSubjects: Set<String> = []

    /// Takes note of a real `sub`. A text that is not a UUID is ignored.
    mutating func learn(from subject: String) {
        guard let digits = Self.digits(subject) else { return }
        if seenSubjects.count < Self.minimumSeen { seenSubjects.insert(subject) }
        for (place, digit) in digits.enumerated() { seenDigits[place] |= 1 << UInt16(digit) }
    }

    /// A UUID of this shape.
    /// - Parameter bytes: 16 bytes, which decide every digit that the shape leaves open.
    func subject(from bytes: [UInt8]) -> String {
        var digits = bytes.flatMap { [$0 >> 4, $0 & 0x0F] }
        if seenSubjects.count < Self.minimumSeen {
            // The shape of a new pool.
            (digits[Self.version], digits[Self.version + 1]) = (7, 0)
            digits[Self.variant] = 0xC | digits[Self.variant] & 1
        } else {
            for place in digits.indices {
                let values = (0..<16).filter { seenDigits[place] & 1 << $0 != 0 }.map { UInt8($0) }
                // A variant's digit is one of a few, though it varies.
                if values.count == 1 || place == Self.variant && !values.contains(digits[place]) {
                    digits[place] = values[Int(digits[place]) % values.count]
                }
            }
        }
        return UUIDText.text(of: stride(from: 0, to: Self.digitCount, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
    }

    private static func digits(_ subject: String) -> [UInt8]? {
        UUIDText.bytes(subject)?.flatMap { [$0 >> 4, $0 & 0x0F] }
    }
}

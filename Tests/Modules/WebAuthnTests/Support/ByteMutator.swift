/// Changes valid bytes at random, the same way in every run.
struct ByteMutator {
    /// Bytes at which readers often go wrong: the ends of CBOR's ranges, its indefinite and reserved forms, and what
    /// matters in JSON and UTF-8.
    private static let suspicious: [UInt8] =
        [0x00, 0x01, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1F, 0x20, 0x3B, 0x58, 0x5B, 0x5F, 0x78, 0x7B, 0x7F, 0x80, 0x81]
        + [0x98, 0x9B, 0x9F, 0xA0, 0xA1, 0xB8, 0xBB, 0xBF, 0xC0, 0xD8, 0xED, 0xF6, 0xF9, 0xFB, 0xFF]
        + Array("\"\\{}[]:,u".utf8)

    private var numbers: SeededNumbers

    init(seed: UInt64) { numbers = SeededNumbers(state: seed) }

    /// The bytes after one to six changes. Parts of the other bytes may appear in them.
    mutating func mutation(of bytes: [UInt8], mixing other: [UInt8]) -> [UInt8] {
        var changed = bytes
        for _ in 0..<Int.random(in: 1...6, using: &numbers) { change(&changed, mixing: other) }
        return changed
    }

    private mutating func change(_ bytes: inout [UInt8], mixing other: [UInt8]) {
        guard !bytes.isEmpty else { return bytes.append(anyByte()) }
        let index = Int.random(in: 0..<bytes.count, using: &numbers)
        let range = range(of: bytes, from: index)
        switch Int.random(in: 0..<8, using: &numbers) {
        case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
        case 1: bytes[index] = anyByte()
        case 2: bytes.insert(anyByte(), at: index)
        case 3: bytes.removeSubrange(range)
        case 4: bytes.insert(contentsOf: bytes[range], at: index)
        case 5: bytes.removeSubrange(index...)
        case 6: bytes.replaceSubrange(range, with: other[self.range(of: other, from: 0)])
        default: bytes.append(contentsOf: bytes[range])
        }
    }

    private mutating func anyByte() -> UInt8 {
        Bool.random(using: &numbers)
            ? UInt8.random(in: 0...255, using: &numbers) : Self.suspicious.randomElement(using: &numbers) ?? 0
    }

    /// A range of at most 40 bytes that begins at or after an index.
    private mutating func range(of bytes: [UInt8], from index: Int) -> Range<Int> {
        guard index < bytes.count else { return bytes.count..<bytes.count }
        let start = Int.random(in: index..<bytes.count, using: &numbers)
        return start..<min(bytes.count, start + Int.random(in: 1...40, using: &numbers))
    }
}

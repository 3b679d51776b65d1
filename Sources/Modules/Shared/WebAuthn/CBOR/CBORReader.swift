/// Reads the canonical encoding that CTAP2 requires (section 8, "CTAP2 canonical CBOR encoding form"), with the keys of
/// a map in any order: older password managers and authenticators do not sort them, and a signature covers the bytes in
/// any case. Nothing else can be written in two ways, and the members that are read are sorted.
///
/// The only simple values accepted are `false`, `true` and `null`. Keys of maps must be integers or text. WebAuthn uses
/// no others.
struct CBORReader {
    /// The most bytes, so that no input can exhaust the memory.
    private static let maximumBytes = 65_536
    /// The deepest nesting of arrays and maps, so that no input can exhaust the stack. CTAP2 allows four levels in a
    /// message (section 8, message encoding), and the client adds one around the statements of a compound attestation
    /// (WebAuthn section 8.9).
    private static let maximumDepth = 5

    let bytes: ArraySlice<UInt8>
    private var position: Int
    private var depth = 0

    init(_ bytes: ArraySlice<UInt8>) throws(CBORError) {
        guard bytes.count <= Self.maximumBytes else { throw .tooLarge(limit: Self.maximumBytes) }
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// How many bytes have been read.
    var offset: Int { position - bytes.startIndex }

    /// Reads one item.
    mutating func item() throws(CBORError) -> CBORValue {
        let start = offset
        let initial = try byte()
        let information = initial & 0x1F
        switch initial >> 5 {
        case 0: return .unsigned(try argument(information, at: start))
        case 1: return .negative(try argument(information, at: start))
        case 2: return .bytes(Array(try string(information, at: start)))
        case 3: return .text(try text(information, at: start))
        case 4: return .array(try elements(information, at: start))
        case 5: return .map(try members(information, at: start))
        case 6: throw .tag(offset: start)
        default: return try simpleOrFloat(information, at: start)
        }
    }

    private mutating func byte() throws(CBORError) -> UInt8 {
        guard position < bytes.endIndex else { throw .unexpectedEnd }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func number(byteCount: Int) throws(CBORError) -> UInt64 {
        var number: UInt64 = 0
        for _ in 0..<byteCount { number = number << 8 | UInt64(try byte()) }
        return number
    }

    /// The number that an item begins with: a value, a length or a count (RFC 8949 section 3).
    private mutating func argument(_ information: UInt8, at start: Int) throws(CBORError) -> UInt64 {
        switch information {
        case 0..<24: return UInt64(information)
        case 24..<28:
            let byteCount = 1 << Int(information - 24)
            let number = try number(byteCount: byteCount)
            // The next shorter form has half as many bytes. The form of one byte starts above the initial byte's own
            // range.
            let shorter: UInt64 = byteCount == 1 ? 23 : 1 << UInt64(byteCount * 4) - 1
            guard number > shorter else { throw .notShortest(offset: start) }
            return number
        case 31: throw .indefiniteLength(offset: start)
        default: throw .reservedInformation(offset: start)
        }
    }

    /// A count of things that each take at least `bytesEach` bytes. Enough bytes must be left for all of them.
    private mutating func count(_ information: UInt8, at start: Int, bytesEach: Int) throws(CBORError) -> Int {
        let count = try argument(information, at: start)
        guard count <= UInt64((bytes.endIndex - position) / bytesEach) else { throw .unexpectedEnd }
        return Int(count)
    }

    private mutating func string(_ information: UInt8, at start: Int) throws(CBORError) -> ArraySlice<UInt8> {
        let count = try count(information, at: start, bytesEach: 1)
        defer { position += count }
        return bytes[position..<position + count]
    }

    private mutating func text(_ information: UInt8, at start: Int) throws(CBORError) -> String {
        guard let text = String(validating: try string(information, at: start), as: UTF8.self) else {
            throw .invalidUTF8(offset: start)
        }
        return text
    }

    private mutating func enter(at start: Int) throws(CBORError) {
        depth += 1
        guard depth <= Self.maximumDepth else { throw .tooDeep(offset: start) }
    }

    private mutating func elements(_ information: UInt8, at start: Int) throws(CBORError) -> [CBORValue] {
        try enter(at: start)
        defer { depth -= 1 }
        var elements: [CBORValue] = []
        for _ in 0..<(try count(information, at: start, bytesEach: 1)) { elements.append(try item()) }
        return elements
    }

    private mutating func members(_ information: UInt8, at start: Int) throws(CBORError) -> [CBORMember] {
        try enter(at: start)
        defer { depth -= 1 }
        var members: [(key: ArraySlice<UInt8>, offset: Int, member: CBORMember)] = []
        for _ in 0..<(try count(information, at: start, bytesEach: 2)) {
            let keyStart = offset
            let key = try key()
            members.append((bytes[bytes.startIndex + keyStart..<position], keyStart, CBORMember(key, try item())))
        }
        // By type, then length, then value. For integers and text this is the order of the encodings.
        members.sort { $0.key.lexicographicallyPrecedes($1.key) }
        for (one, next) in zip(members, members.dropFirst()) {
            guard !one.key.elementsEqual(next.key) else { throw .duplicateKey(offset: next.offset) }
        }
        return members.map(\.member)
    }

    private mutating func key() throws(CBORError) -> CBORValue {
        guard position < bytes.endIndex else { throw .unexpectedEnd }
        guard [0, 1, 3].contains(bytes[position] >> 5) else { throw .unsupportedKey(offset: offset) }
        return try item()
    }

    private mutating func simpleOrFloat(_ information: UInt8, at start: Int) throws(CBORError) -> CBORValue {
        switch information {
        case 20: return .bool(false)
        case 21: return .bool(true)
        case 22: return .null
        case 25: return .float(Double(halfPrecision: UInt16(try number(byteCount: 2))))
        case 26: return .float(Double(Float(bitPattern: UInt32(try number(byteCount: 4)))))
        case 27: return .float(Double(bitPattern: try number(byteCount: 8)))
        case 28...30: throw .reservedInformation(offset: start)
        case 31: throw .indefiniteLength(offset: start)
        default: throw .unsupportedSimpleValue(offset: start)
        }
    }
}

extension Double {
    /// The value of a 16-bit number (IEEE 754-2019 binary16). Swift does not have a type for it on every platform.
    fileprivate init(halfPrecision bits: UInt16) {
        let exponent = Int(bits >> 10 & 0x1F)
        let fraction = Double(bits & 0x3FF)
        let magnitude: Double =
            switch exponent {
            case 0: fraction * 0x1p-24
            case 31: fraction == 0 ? .infinity : .nan
            default: Double(sign: .plus, exponent: exponent - 15, significand: 1 + fraction * 0x1p-10)
            }
        self = bits >> 15 == 0 ? magnitude : -magnitude
    }
}

/// Why bytes are not acceptable CBOR. Offsets count from the first byte read.
package enum CBORError: Error, Equatable, Sendable {
    /// There are more bytes than the limit.
    case tooLarge(limit: Int)
    /// Arrays and maps are nested deeper than the limit. The offset is that of the first item that is too deep.
    case tooDeep(offset: Int)
    /// The bytes end inside an item, or there are no bytes.
    case unexpectedEnd
    /// A number or a length is not in its shortest form.
    case notShortest(offset: Int)
    /// An item has an indefinite length, or a break code occurs outside such an item.
    case indefiniteLength(offset: Int)
    /// An item begins with a byte that RFC 8949 section 3 reserves.
    case reservedInformation(offset: Int)
    /// An item is tagged.
    case tag(offset: Int)
    /// A simple value is not `false`, `true` or `null`.
    case unsupportedSimpleValue(offset: Int)
    /// A text string is not UTF-8.
    case invalidUTF8(offset: Int)
    /// A key of a map is neither an integer nor a text string.
    case unsupportedKey(offset: Int)
    /// A key occurs twice in a map.
    case duplicateKey(offset: Int)
    /// Bytes follow the item.
    case trailingBytes(offset: Int)
}

/// A strict parser of RFC 8259 texts. It checks every byte in one pass, including the parts that nobody reads.
struct JSONParser {
    let bytes: [UInt8]
    let limits: JSONLimits
    var position = 0
    var nodes: [JSONDocument.Node] = []

    init(_ bytes: [UInt8], limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
        nodes.reserveCapacity(64)
    }

    mutating func parseDocument() throws(JSONError) -> JSONDocument {
        guard bytes.count <= limits.maximumBytes else { throw .tooLarge(limit: limits.maximumBytes) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw .byteOrderMark }
        skipWhiteSpace()
        try parseValue(depth: 0)
        skipWhiteSpace()
        guard position == bytes.count else { throw .trailingData(offset: position) }
        return JSONDocument(bytes: bytes, nodes: nodes)
    }

    private mutating func parseValue(depth: Int) throws(JSONError) {
        switch try peek() {
        case UInt8(ascii: "{"): try parseObject(depth: depth + 1)
        case UInt8(ascii: "["): try parseArray(depth: depth + 1)
        case UInt8(ascii: "\""): try parseString()
        case UInt8(ascii: "t"): try parseLiteral("true", .bool)
        case UInt8(ascii: "f"): try parseLiteral("false", .bool)
        case UInt8(ascii: "n"): try parseLiteral("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try parseNumber()
        default: throw .unexpectedByte(offset: position)
        }
    }

    private mutating func parseObject(depth: Int) throws(JSONError) {
        let object = try open(.object, depth: depth)
        if try peek() != UInt8(ascii: "}") {
            while true {
                guard try peek() == UInt8(ascii: "\"") else { throw .unexpectedByte(offset: position) }
                try parseString()
                skipWhiteSpace()
                guard try peek() == UInt8(ascii: ":") else { throw .unexpectedByte(offset: position) }
                position += 1
                skipWhiteSpace()
                try parseValue(depth: depth)
                if try !moveToNextElement(before: UInt8(ascii: "}")) { break }
            }
        }
        close(object)
        try refuseDuplicateNames(in: object)
    }

    private mutating func parseArray(depth: Int) throws(JSONError) {
        let array = try open(.array, depth: depth)
        if try peek() != UInt8(ascii: "]") {
            repeat { try parseValue(depth: depth) } while try moveToNextElement(before: UInt8(ascii: "]"))
        }
        close(array)
    }

    private mutating func open(_ kind: JSONValue.Kind, depth: Int) throws(JSONError) -> Int {
        guard depth <= limits.maximumDepth else { throw .tooDeep(offset: position) }
        append(kind, from: position)
        position += 1
        skipWhiteSpace()
        return nodes.count - 1
    }

    private mutating func close(_ index: Int) {
        position += 1
        nodes[index].end = Int32(position)
        nodes[index].next = Int32(nodes.count)
    }

    /// After an element: skips a comma and returns true, or stays at the closing bracket and returns false.
    private mutating func moveToNextElement(before closing: UInt8) throws(JSONError) -> Bool {
        skipWhiteSpace()
        let byte = try peek()
        if byte == closing { return false }
        guard byte == UInt8(ascii: ",") else { throw .unexpectedByte(offset: position) }
        position += 1
        skipWhiteSpace()
        return true
    }

    private mutating func parseLiteral(_ literal: StaticString, _ kind: JSONValue.Kind) throws(JSONError) {
        let start = position
        for offset in 0..<literal.utf8CodeUnitCount {
            let expected = literal.withUTF8Buffer { unsafe $0[offset] }
            guard try peek() == expected else { throw .unexpectedByte(offset: position) }
            position += 1
        }
        append(kind, from: start)
    }

    mutating func append(_ kind: JSONValue.Kind, hasEscapes: Bool = false, from start: Int) {
        nodes.append(
            .init(
                kind: kind, hasEscapes: hasEscapes, start: Int32(start), end: Int32(position),
                next: Int32(nodes.count + 1)))
    }

    func peek() throws(JSONError) -> UInt8 {
        guard position < bytes.count else { throw .unexpectedEnd }
        return bytes[position]
    }

    private mutating func skipWhiteSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }
}

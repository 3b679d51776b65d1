private import Primitives

/// A strict parser of RFC 8259 texts. It checks every byte in one pass, including unread parts.
struct JSONParser {
    let bytes: [UInt8]
    let maximumDepth: Int
    var position = 0
    var nodes: [JSONDocument.Node] = []

    init(_ bytes: [UInt8], maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        nodes.reserveCapacity(64)
    }

    mutating func parseDocument() throws(JSONError) -> JSONDocument {
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
        guard depth <= maximumDepth else { throw .tooDeep(offset: position) }
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

extension JSONParser {
    /// Reads a number as RFC 8259 section 6 defines it: no leading zero, no lone sign, point or exponent.
    mutating func parseNumber() throws(JSONError) {
        let start = position
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        if current == UInt8(ascii: "0") {
            position += 1
        } else {
            try parseDigits(from: start)
        }
        if current == UInt8(ascii: ".") {
            position += 1
            try parseDigits(from: start)
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            position += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            try parseDigits(from: start)
        }
        if current?.isASCIIDigit ?? false { throw .invalidNumber(offset: start) }
        append(.number, from: start)
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func parseDigits(from start: Int) throws(JSONError) {
        guard current?.isASCIIDigit ?? false else { throw .invalidNumber(offset: start) }
        while let digit = current, digit.isASCIIDigit { position += 1 }
    }
}

extension JSONParser {
    /// Refuses an object with two members of the same name: two readers of one token must never read different meanings
    /// (RFC 7515 section 4). Names are compared after their escapes are resolved.
    mutating func refuseDuplicateNames(in object: Int) throws(JSONError) {
        var count = 0
        var hasEscapes = false
        for name in names(of: object) {
            count += 1
            if nodes[name].hasEscapes { hasEscapes = true }
        }
        guard count > 1 else { return }
        // Comparing pairs is fastest for the small objects of events and tokens; a set bounds the cost of a large one.
        if count > 16 || hasEscapes {
            let document = JSONDocument(bytes: bytes, nodes: [])
            var seen: Set<[UInt8]> = []
            for name in names(of: object) where !seen.insert(document.characters(of: nodes[name])).inserted {
                throw .duplicateMember(offset: Int(nodes[name].start))
            }
        } else {
            for name in names(of: object) {
                for earlier in names(of: object, before: name) where haveSameBytes(nodes[name], nodes[earlier]) {
                    throw .duplicateMember(offset: Int(nodes[name].start))
                }
            }
        }
    }

    private func names(of object: Int, before end: Int? = nil) -> Names {
        Names(nodes: nodes, index: object + 1, end: end ?? Int(nodes[object].next))
    }

    /// The indices of an object's member names. It builds no array, because it runs for every object of every event.
    private struct Names: Sequence, IteratorProtocol {
        let nodes: [JSONDocument.Node]
        var index: Int
        let end: Int

        mutating func next() -> Int? {
            guard index < end else { return nil }
            defer { index = Int(nodes[index + 1].next) }
            return index
        }
    }

    private func haveSameBytes(_ one: JSONDocument.Node, _ other: JSONDocument.Node) -> Bool {
        one.end - one.start == other.end - other.start
            && bytes[Int(one.start)..<Int(one.end)].elementsEqual(bytes[Int(other.start)..<Int(other.end)])
    }
}

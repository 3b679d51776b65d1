/// Writes one JSON object, member by member, into a byte buffer. It does not check for repeated names: callers write
/// each name once.
package struct JSONWriter {
    private var bytes: [UInt8]
    private var isEmpty = true

    private init(into bytes: consuming [UInt8]) {
        self.bytes = bytes
        self.bytes.append(UInt8(ascii: "{"))
    }

    /// The bytes of an object whose members `body` writes.
    package static func object<Failure: Error>(
        _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) -> [UInt8] {
        var buffer: [UInt8] = []
        buffer.reserveCapacity(512)
        var writer = JSONWriter(into: buffer)
        try body(&writer)
        writer.bytes.append(UInt8(ascii: "}"))
        return writer.bytes
    }

    /// Writes a string member.
    package mutating func member(_ name: String, _ value: String) {
        begin(name)
        bytes.appendJSONString(value)
    }

    /// Writes a string member, or nothing for nil.
    package mutating func member(_ name: String, ifPresent value: String?) {
        if let value { member(name, value) }
    }

    /// Writes `true` or `false`.
    package mutating func member(_ name: String, _ value: Bool) {
        begin(name)
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    /// Writes an integer.
    package mutating func member(_ name: String, _ value: Int64) {
        begin(name)
        bytes.append(contentsOf: String(value).utf8)
    }

    /// Writes an array of strings.
    package mutating func member(_ name: String, _ values: [String]) {
        begin(name)
        bytes.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.appendJSONString(value)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Writes bytes that are already a JSON value, such as a number with a fraction.
    package mutating func member(_ name: String, raw value: some Sequence<UInt8>) {
        begin(name)
        bytes.append(contentsOf: value)
    }

    /// Writes an object member whose members `body` writes. If that throws, what was written is of no use any more.
    package mutating func member<Failure: Error>(
        _ name: String, _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        begin(name)
        // The buffer moves to the inner writer and back, so that nothing is copied.
        var buffer: [UInt8] = []
        swap(&buffer, &bytes)
        var inner = JSONWriter(into: buffer)
        try body(&inner)
        inner.bytes.append(UInt8(ascii: "}"))
        swap(&inner.bytes, &bytes)
    }

    private mutating func begin(_ name: String) {
        if !isEmpty { bytes.append(UInt8(ascii: ",")) }
        isEmpty = false
        bytes.appendJSONString(name)
        bytes.append(UInt8(ascii: ":"))
    }
}

extension [UInt8] {
    /// Appends a JSON string, quotes included, escaping what RFC 8259 section 7 requires and nothing else.
    package mutating func appendJSONString(_ value: String) {
        append(UInt8(ascii: "\""))
        var value = value
        value.withUTF8 { text in
            guard unsafe text.hasEscapesInJSON else { return unsafe append(contentsOf: text) }
            // What needs no escape is copied in one piece.
            var copied = 0
            for index in text.indices where unsafe text[index].isEscapedInJSON {
                unsafe append(contentsOf: text[copied..<index])
                unsafe appendJSONEscape(of: text[index])
                copied = index + 1
            }
            unsafe append(contentsOf: text[copied...])
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func appendJSONEscape(of byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            append(UInt8(ascii: "\\"))
            append(byte)
        case 0x0A: append(contentsOf: "\\n".utf8)
        case 0x0D: append(contentsOf: "\\r".utf8)
        case 0x09: append(contentsOf: "\\t".utf8)
        default:
            append(contentsOf: byte < 0x10 ? "\\u000".utf8 : "\\u00".utf8)
            append(contentsOf: String(byte, radix: 16).utf8)
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether a JSON string must not hold one of these bytes as it is. There is no branch for each byte, so that the
    /// compiler can look at many bytes at once: a token has two thousand.
    fileprivate var hasEscapesInJSON: Bool {
        var found: UInt8 = 0
        for index in indices {
            let byte = unsafe self[index]
            found |= (byte < 0x20 ? 1 : 0) | (byte == UInt8(ascii: "\"") ? 1 : 0) | (byte == UInt8(ascii: "\\") ? 1 : 0)
        }
        return found != 0
    }
}

extension UInt8 {
    /// Whether a JSON string must not hold this byte as it is.
    fileprivate var isEscapedInJSON: Bool { self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\") }
}

extension JSONWriter {
    /// The bytes of an array of values that are already JSON.
    package static func array(_ values: some Sequence<[UInt8]>) -> [UInt8] {
        // Value by value, because joined sequences go byte by byte.
        var bytes = [UInt8(ascii: "[")]
        for value in values {
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(contentsOf: value)
        }
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }
}

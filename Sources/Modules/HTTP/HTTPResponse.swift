private import Primitives

/// One HTTP answer (RFC 9110).
package struct HTTPResponse: Sendable {
    /// The status code.
    package var status: Int
    /// The content.
    package var body: [UInt8]
    /// The header lines as they came, each with its line end.
    private let headerLines: [UInt8]

    /// An answer with the header lines as they stand on the wire.
    package init(status: Int, headerLines: [UInt8] = [], body: [UInt8] = []) {
        self.status = status
        self.headerLines = headerLines
        self.body = body
    }

    /// The value of the first header of that name, white space around it removed; nil when there is none. Names are
    /// compared without regard to ASCII case.
    package func header(_ name: StaticString) -> String? {
        let count = name.utf8CodeUnitCount
        var start = 0
        while start < headerLines.count {
            let end = headerLines[start...].firstIndex(of: UInt8(ascii: "\n")) ?? headerLines.count
            if start + count < end, headerLines[start + count] == UInt8(ascii: ":"), isName(name, at: start) {
                let value = headerLines[(start + count + 1)..<end]
                return String(decoding: value.trimmed, as: UTF8.self)
            }
            start = end + 1
        }
        return nil
    }

    private func isName(_ name: StaticString, at start: Int) -> Bool {
        name.withUTF8Buffer { bytes in
            bytes.indices.allSatisfy { unsafe headerLines[start + $0].asciiLowercased == bytes[$0].asciiLowercased }
        }
    }
}

extension ArraySlice<UInt8> {
    fileprivate var trimmed: ArraySlice<UInt8> {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
        guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) }) else {
            return []
        }
        return self[first...last]
    }
}

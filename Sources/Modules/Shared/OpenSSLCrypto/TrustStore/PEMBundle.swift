private import CLibrary

/// The certificates of a PEM bundle (RFC 7468 section 5), decoded from base64 and no further.
///
/// It reads only the usual form: plain `CERTIFICATE` blocks, and text between them. What it takes, OpenSSL reads in the
/// same way.
struct PEMBundle {
    /// The contents of all blocks, one after the other.
    let der: [UInt8]
    /// The place of each block's content.
    let blocks: [Range<Int>]

    private static let begin = Array("-----BEGIN CERTIFICATE-----".utf8)
    private static let end = Array("-----END CERTIFICATE-----".utf8)
    private static let dash = UInt8(ascii: "-")
    /// OpenSSL reads longer lines in parts.
    private static let longestLine = 250

    /// Reads a bundle; nil if it has anything but certificates in the usual form.
    init?(_ pem: [UInt8]) {
        var blocks: [Range<Int>]?
        // A bundle has hundreds of kilobytes and is read at a cold start, so the bytes are written in place.
        der = unsafe [UInt8](unsafeUninitializedCapacity: pem.count / 4 * 3) { bytes, count in
            blocks = unsafe pem.withUnsafeBufferPointer { unsafe Self.read($0, into: bytes, &count) }
        }
        guard let blocks else { return nil }
        self.blocks = blocks
    }

    private static func read(
        _ pem: UnsafeBufferPointer<UInt8>, into bytes: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
    ) -> [Range<Int>]? {
        var blocks: [Range<Int>] = []
        var start: Int?
        var lines = Base64Lines()
        var position = 0
        while position < pem.count {
            let lineEnd = unsafe endOfLine(pem, from: position)
            let text = unsafe position..<endOfText(pem, position..<lineEnd)
            position = lineEnd + 1
            let mayBeLabel = unsafe !text.isEmpty && pem[text.lowerBound] == dash
            if let blockStart = start {
                if mayBeLabel {
                    guard unsafe pem[text].elementsEqual(end) else { return nil }
                    blocks.append(blockStart..<count)
                    start = nil
                } else {
                    let line = unsafe UnsafeBufferPointer(rebasing: pem[text])
                    let rest = unsafe UnsafeMutableBufferPointer(rebasing: bytes[count...])
                    guard let decoded = unsafe lines.decode(line, into: rest) else { return nil }
                    count += decoded
                }
            } else if mayBeLabel {
                // A line of another kind that begins with a dash might begin a block, too.
                guard unsafe pem[text].elementsEqual(begin) else { return nil }
                (start, lines) = (count, Base64Lines())
            } else {
                guard text.count <= longestLine else { return nil }
            }
        }
        return start == nil ? blocks : nil
    }

    private static func endOfLine(_ pem: UnsafeBufferPointer<UInt8>, from position: Int) -> Int {
        guard let base = pem.baseAddress,
            let found = unsafe memchr(base + position, 0x0A, pem.count - position)
        else { return pem.count }
        return unsafe UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
    }

    /// Where the spaces at the end of a line begin.
    private static func endOfText(_ pem: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) -> Int {
        var end = line.upperBound
        while end > line.lowerBound, unsafe pem[end - 1] <= 0x20 { end -= 1 }
        return end
    }
}

/// Decodes the base64 lines of one PEM block: whole groups of four characters, padding only at the end.
struct Base64Lines {
    private var isPadded = false

    /// RFC 7468 section 2 has 64 characters in a line, and MIME 76.
    private static let longestLine = 76

    /// The value of each character; 255 for one that is not in the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, character) in alphabet.utf8.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    /// Writes the bytes of a line.
    /// - Parameter bytes: has room for three bytes for each four characters.
    /// - Returns: their number; nil if the line has any other form.
    mutating func decode(
        _ line: UnsafeBufferPointer<UInt8>, into bytes: UnsafeMutableBufferPointer<UInt8>
    ) -> Int? {
        guard !isPadded, 1...Self.longestLine ~= line.count, line.count.isMultiple(of: 4) else { return nil }
        let padding = unsafe line.suffix(2).count { $0 == UInt8(ascii: "=") }
        isPadded = padding > 0
        return unsafe Self.values.withUnsafeBufferPointer { values in
            var (group, seen) = (UInt32(0), UInt8(0))
            var (bits, written) = (0, 0)
            for index in 0..<line.count - padding {
                let value = unsafe values[Int(line[index])]
                seen |= value
                group = group << 6 | UInt32(value)
                bits += 6
                guard bits >= 8 else { continue }
                bits -= 8
                unsafe bytes[written] = UInt8(truncatingIfNeeded: group >> UInt32(bits))
                written += 1
            }
            return seen & 0xC0 == 0 ? written : nil
        }
    }
}

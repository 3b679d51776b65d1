extension String {
    /// A word that a service sent, fit for the log whatever it holds: at most 64 letters, digits, spaces and `_.-`,
    /// anything else replaced.
    package var logWord: String {
        String(decoding: utf8.prefix(64).map { Self.isWordByte($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
    }
}

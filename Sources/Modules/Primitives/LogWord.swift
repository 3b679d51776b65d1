extension String {
    /// A word that a service sent, fit for the log whatever it holds: at most 40 letters, spaces, full stops and
    /// underscores, which no token or key is made of.
    package var logWord: String {
        utf8.count <= 40 && utf8.allSatisfy(Self.isWordByte) ? self : "unreadable"
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x41...0x5A, 0x61...0x7A, 0x20, 0x2E, 0x5F: true
        default: false
        }
    }
}

/// The name that an owner gives a passkey, to recognise it in a list.
package enum PasskeyName {
    /// The longest name allowed, in characters. No service documents a limit.
    package static let maximumLength = 100
    /// The longest text that is looked at, in bytes: one character may consist of any number of combining marks.
    private static let maximumBytes = 400

    /// The name as typed, without surrounding white space; nil if it is empty, too long or contains control characters
    /// or line breaks.
    package static func normalized(_ text: String) -> String? {
        guard text.utf8.count <= maximumBytes else { return nil }
        let start = text.drop(while: \.isWhitespace)
        let name = String(start.reversed().drop(while: \.isWhitespace).reversed())
        guard 1...maximumLength ~= name.count, !name.unicodeScalars.contains(where: isControl) else { return nil }
        return name
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
}

/// What a passkey's owner calls it, in a list of theirs.
package enum PasskeyName {
    /// The longest name, in characters. No service documents a limit.
    package static let maximumLength = 100

    /// A name as it was typed, without white space around it; nil for one that is empty, too long or of several lines.
    package static func normalized(_ text: String) -> String? {
        let start = text.drop(while: \.isWhitespace)
        let name = String(start.reversed().drop(while: \.isWhitespace).reversed())
        guard 1...maximumLength ~= name.count, !name.unicodeScalars.contains(where: isControl) else { return nil }
        return name
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
}

private import Primitives

/// An answer that has the form of a code.
package enum TypedCode: Equatable, Sendable {
    /// The digits of a short code.
    case digits(String)
    /// The characters of a long code.
    case long(String)

    /// The longest answer that is read, in bytes: far longer than any paste with a code.
    package static let maximumLength = 1_024

    /// Reads an answer as people type and paste it. White space, dashes and invisible characters are ignored, digits
    /// may be of any script, and a long code may have small letters and look-alike characters. The code may appear
    /// twice, in quotation marks, or with an unambiguous label.
    /// - Parameter count: how many digits a short code has.
    /// - Returns: nil if it cannot be a code.
    package init?(_ answer: String, digits count: Int) {
        guard answer.utf8.count <= Self.maximumLength else { return nil }
        let text = TypedCharacter.text(answer)
        // A label with digits may be as long as a long code, so a long code without the mail's dashes is tried after
        // it.
        let code =
            Self.longAsMailed(text) ?? Self.labelledDigits(text, count)
            ?? Self.longAlone(text) ?? Self.labelledLong(text)
        guard let code else { return nil }
        self = code
    }

    /// The long code if the text is only its four groups, separated by dashes.
    private static func longAsMailed(_ text: [TypedCharacter]) -> TypedCode? {
        let groups = inner(text).split(separator: .dash)
        return groups.map(\.count) == [4, 4, 4, 4] ? longAlone(text) : nil
    }

    /// The long code if the text is only that, except for signs around it.
    private static func longAlone(_ text: [TypedCharacter]) -> TypedCode? {
        let inner = inner(text)
        return inner.contains(.other) ? nil : long(inner.compactMap(\.character))
    }

    /// The text without the signs before and after it.
    private static func inner(_ text: [TypedCharacter]) -> [TypedCharacter] {
        Array(text.drop { $0 == .other }.reversed().drop { $0 == .other }.reversed())
    }

    private static func long(_ characters: [UInt8]) -> TypedCode? {
        let normalized = characters.compactMap(LongCode.normalized)
        guard normalized.count == characters.count, let code = once(normalized[...], LongCode.length) else {
            return nil
        }
        return .long(String(decoding: code, as: UTF8.self))
    }

    /// The digits if all numbers of the text are this code, and no letter touches one.
    private static func labelledDigits(_ text: [TypedCharacter], _ count: Int) -> TypedCode? {
        let isMixed = zip(text, text.dropFirst()).contains { one, next in
            one.isDigit && next.isLetter || one.isLetter && next.isDigit
        }
        guard !isMixed else { return nil }
        let numbers = text.split { $0.isLetter || $0 == .other }.map { $0.compactMap(\.character) }
        return only(numbers.filter { !$0.isEmpty }.map { once($0[...], count) }).map {
            .digits(String(decoding: $0, as: UTF8.self))
        }
    }

    /// The long code if one word of the text is one with dashes.
    private static func labelledLong(_ text: [TypedCharacter]) -> TypedCode? {
        let words = text.split { $0 == .space || $0 == .other }.filter { $0.contains(.dash) }
        let codes = words.map { long($0.compactMap(\.character)) }.filter { $0 != nil }
        return codes.allSatisfy { $0 == codes[0] } ? codes.first ?? nil : nil
    }

    /// Characters that appear once, or twice in a row.
    private static func once(_ characters: ArraySlice<UInt8>, _ count: Int) -> [UInt8]? {
        let first = characters.prefix(count)
        guard first.count == count, characters.count == count || Array(characters.dropFirst(count)) == Array(first)
        else { return nil }
        return Array(first)
    }

    /// The common value of all; nil if there are none, or if one is nil or differs.
    private static func only(_ values: [[UInt8]?]) -> [UInt8]? {
        guard let first = values.first, values.allSatisfy({ $0 == first }) else { return nil }
        return first
    }
}

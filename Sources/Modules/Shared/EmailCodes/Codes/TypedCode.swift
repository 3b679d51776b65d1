/// An answer that has the form of a code.
package enum TypedCode: Equatable, Sendable {
    /// The digits of a short code.
    case digits(String)
    /// The characters of a long code.
    case long(String)

    /// Reads an answer. White space and hyphens do not count; in a long code neither do case and characters that look
    /// alike.
    /// - Parameter digits: how many digits a short code has.
    /// - Returns: nil for anything that cannot be a code.
    package init?(_ answer: String, digits: Int) {
        guard answer.utf8.count <= 64 else { return nil }
        let typed = answer.utf8.filter { $0 != UInt8(ascii: "-") && $0 != 0x20 && !(0x09...0x0D ~= $0) }
        if typed.count == digits, typed.allSatisfy({ 0x30...0x39 ~= $0 }) {
            self = .digits(String(decoding: typed, as: UTF8.self))
            return
        }
        let characters = typed.compactMap(LongCode.normalized)
        guard typed.count == LongCode.length, characters.count == typed.count else { return nil }
        self = .long(String(decoding: characters, as: UTF8.self))
    }
}

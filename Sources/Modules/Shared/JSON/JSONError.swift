/// Why a text is not JSON that this product accepts. Offsets count bytes from the start of the text.
package enum JSONError: Error, Equatable, Sendable {
    /// The text is longer than the limit, in bytes.
    case tooLarge(limit: Int)
    /// Arrays and objects are nested deeper than the limit.
    case tooDeep(offset: Int)
    /// The text begins with a UTF-8 byte-order mark, which RFC 8259 section 8.1 forbids adding.
    case byteOrderMark
    /// The text ends inside a value or before one.
    case unexpectedEnd
    /// The grammar of RFC 8259 does not allow this byte here.
    case unexpectedByte(offset: Int)
    /// A number does not follow RFC 8259 section 6.
    case invalidNumber(offset: Int)
    /// A string holds bytes that are not UTF-8.
    case invalidUTF8(offset: Int)
    /// A string holds an unescaped control character.
    case controlCharacter(offset: Int)
    /// The characters after a backslash are not a valid escape.
    case invalidEscape(offset: Int)
    /// A `\u` escape is half of a surrogate pair, so it names no character.
    case loneSurrogate(offset: Int)
    /// An object has two members with the same name; the offset is that of the second name.
    case duplicateMember(offset: Int)
    /// Something other than white space follows the value.
    case trailingData(offset: Int)
}

extension JSONError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLarge(let limit): "longer than \(limit) bytes"
        case .tooDeep(let offset): "nested too deeply at byte \(offset)"
        case .byteOrderMark: "byte-order mark at the start"
        case .unexpectedEnd: "ends too early"
        case .unexpectedByte(let offset): "unexpected byte at \(offset)"
        case .invalidNumber(let offset): "invalid number at byte \(offset)"
        case .invalidUTF8(let offset): "invalid UTF-8 at byte \(offset)"
        case .controlCharacter(let offset): "unescaped control character at byte \(offset)"
        case .invalidEscape(let offset): "invalid escape at byte \(offset)"
        case .loneSurrogate(let offset): "half a surrogate pair at byte \(offset)"
        case .duplicateMember(let offset): "second member of the same name at byte \(offset)"
        case .trailingData(let offset): "data after the value at byte \(offset)"
        }
    }
}

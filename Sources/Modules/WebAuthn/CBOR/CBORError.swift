/// Why bytes are not acceptable CBOR. Offsets count from the first byte read.
package enum CBORError: Error, Equatable, Sendable {
    /// There are more bytes than the limit.
    case tooLarge(limit: Int)
    /// Arrays and maps are nested deeper than the limit. The offset is that of the first item that is too deep.
    case tooDeep(offset: Int)
    /// The bytes end inside an item, or there are no bytes.
    case unexpectedEnd
    /// A number or a length is not in its shortest form.
    case notShortest(offset: Int)
    /// An item has an indefinite length, or a break code occurs outside such an item.
    case indefiniteLength(offset: Int)
    /// An item begins with a byte that RFC 8949 section 3 reserves.
    case reservedInformation(offset: Int)
    /// An item is tagged.
    case tag(offset: Int)
    /// A simple value is not `false`, `true` or `null`.
    case unsupportedSimpleValue(offset: Int)
    /// A text string is not UTF-8.
    case invalidUTF8(offset: Int)
    /// A key of a map is neither an integer nor a text string.
    case unsupportedKey(offset: Int)
    /// A key occurs twice in a map.
    case duplicateKey(offset: Int)
    /// Bytes follow the item.
    case trailingBytes(offset: Int)
}

/// Why bytes are not the CBOR accepted here. Offsets count bytes from the first one read.
package enum CBORError: Error, Equatable, Sendable {
    /// There are more bytes than the limit.
    case tooLarge(limit: Int)
    /// Arrays and maps are nested deeper than the limit; the offset is that of the first one that is too deep.
    case tooDeep(offset: Int)
    /// The bytes end inside an item, or there are none.
    case unexpectedEnd
    /// A number or a length is not in its shortest form.
    case notShortest(offset: Int)
    /// An item has an indefinite length, or the break that ends one stands alone.
    case indefiniteLength(offset: Int)
    /// An item begins with a byte that RFC 8949 section 3 reserves.
    case reservedInformation(offset: Int)
    /// An item is tagged.
    case tag(offset: Int)
    /// A simple value is none of `false`, `true` and `null`.
    case unsupportedSimpleValue(offset: Int)
    /// A text string is not UTF-8.
    case invalidUTF8(offset: Int)
    /// A key of a map is neither an integer nor a text string.
    case unsupportedKey(offset: Int)
    /// A key of a map stands after one that sorts behind it.
    case unsortedKey(offset: Int)
    /// A key of a map has been there before.
    case duplicateKey(offset: Int)
    /// Bytes follow the item.
    case trailingBytes(offset: Int)
}

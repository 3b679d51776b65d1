/// Reads an input as a row of decisions. Past its end every decision is the first one, so that any bytes are an input.
struct Choices {
    private var rest: ArraySlice<UInt8>

    init(_ input: ArraySlice<UInt8>) { rest = input }

    /// Whether decisions are left.
    var isEmpty: Bool { rest.isEmpty }

    /// The next byte.
    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// A number below `count`, which is at least 1.
    mutating func index(below count: Int) -> Int { Int(byte()) % count }

    /// One of the elements.
    mutating func element<Element>(_ elements: [Element]) -> Element { elements[index(below: elements.count)] }

    /// Some bytes: a length, then that many.
    mutating func bytes() -> [UInt8] {
        let count = min(Int(byte()), rest.count)
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// Some text.
    mutating func text() -> String { String(decoding: bytes(), as: UTF8.self) }

    /// All that is left.
    mutating func remainder() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }
}

internal import OpenSSLCrypto
private import Primitives

/// Divides lists into pages. A token names the place of the last entry of its page. It fits only the same list, asked for
/// in the same way, and is sealed, so that nobody relies on its content.
struct ListPages: Sendable {
    private let key: [UInt8]

    /// Pages whose tokens are sealed with this key of 32 bytes.
    init(key: [UInt8]) { self.key = key }

    /// One page.
    ///
    /// - Parameters:
    ///   - entries: all entries, in the order of their places.
    ///   - list: the name of the list, with everything else that a token is to fit.
    /// - Throws: `InvalidParameterException` for a token of another list or none.
    func page<Entry>(
        _ entries: [(place: String, entry: Entry)], after token: String?, size: Int, of list: String
    ) throws(PoolError) -> (entries: [Entry], next: String?) {
        var rest = entries[...]
        if let token {
            guard let place = place(token, list) else { throw .invalidMarker }
            rest = rest.drop { $0.place <= place }
        }
        let page = rest.prefix(size)
        guard rest.count > page.count, let last = page.last else { return (page.map(\.entry), nil) }
        guard let next = try? AES256GCM.seal(Array(last.place.utf8), key: key, context: Array(list.utf8)) else {
            throw PoolError(.internalError, "The page cannot be sealed.")
        }
        return (page.map(\.entry), Base64URL.encode(next))
    }

    private func place(_ token: String, _ list: String) -> String? {
        guard let sealed = Base64URL.decode(token),
            let bytes = try? AES256GCM.open(sealed, key: key, context: Array(list.utf8))
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A place that sorts as the number does.
    static func place(_ number: Int64) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 19 - digits.count)) + digits
    }
}

extension PoolError {
    fileprivate static let invalidMarker = PoolError(.invalidParameter, "Paging Marker is Invalid for Request")
}

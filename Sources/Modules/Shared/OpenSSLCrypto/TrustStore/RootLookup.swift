internal import COpenSSL

/// Where OpenSSL finds the roots that its store does not hold yet: a lookup method, as OpenSSL's own for a folder of
/// certificates is one.
enum RootLookup {
    /// Lets a store find the roots of an index.
    /// - Returns: false if OpenSSL is out of memory.
    @unsafe
    static func add(_ index: RootIndex, to store: OpaquePointer) -> Bool {
        guard let method = unsafe method.pointer, let lookup = unsafe X509_STORE_add_lookup(store, method) else {
            return false
        }
        return unsafe X509_LOOKUP_set_method_data(lookup, Unmanaged.passRetained(index).toOpaque()) == 1
    }

    @safe
    private struct Method: @unchecked Sendable {
        let pointer: OpaquePointer?
    }

    /// The method, which is made once and never freed.
    private static let method: Method = {
        guard let method = unsafe X509_LOOKUP_meth_new("roots on demand") else { return unsafe Method(pointer: nil) }
        unsafe X509_LOOKUP_meth_set_get_by_subject(method) { lookup, type, name, found in
            guard type == X509_LU_X509, let lookup = unsafe lookup, let name = unsafe name, let found = unsafe found
            else { return 0 }
            return unsafe RootLookup.find(name, lookup, found) ? 1 : 0
        }
        unsafe X509_LOOKUP_meth_set_free(method) { lookup in
            guard let data = unsafe X509_LOOKUP_get_method_data(lookup) else { return }
            unsafe Unmanaged<RootIndex>.fromOpaque(data).release()
        }
        return unsafe Method(pointer: method)
    }()

    /// Adds the roots with a name to the store.
    /// - Returns: whether there are any; then `found` is one of them. OpenSSL looks for the others in the store.
    @unsafe
    private static func find(_ name: OpaquePointer, _ lookup: OpaquePointer, _ found: OpaquePointer) -> Bool {
        var bytes: UnsafePointer<UInt8>?
        var count = 0
        guard let data = unsafe X509_LOOKUP_get_method_data(lookup), let store = unsafe X509_LOOKUP_get_store(lookup),
            unsafe X509_NAME_get0_der(name, &bytes, &count) == 1,
            let key = FoldedName.key(unsafe Array(UnsafeBufferPointer(start: bytes, count: count)))
        else { return false }
        let index = unsafe Unmanaged<RootIndex>.fromOpaque(data).takeUnretainedValue()
        // The handshake under way has its own entries in OpenSSL's error queue.
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        var isFound = false
        for der in index.roots(key) {
            // A root that cannot be decoded makes the bundle one that OpenSSL refuses.
            guard let root = try? CertificateHandle(der: der),
                unsafe X509_STORE_add_cert(store, root.pointer) == 1
            else { return false }
            guard !isFound, unsafe X509_NAME_cmp(X509_get_subject_name(root.pointer), name) == 0 else { continue }
            isFound = unsafe X509_OBJECT_set1_X509(found, root.pointer) == 1
            // OpenSSL takes a reference of its own to what a lookup method gives, and the store has one already.
            if isFound { unsafe X509_free(root.pointer) }
        }
        return isFound
    }
}

/// The certificates of a bundle, found by their subjects without being decoded.
final class RootIndex: Sendable {
    /// The certificates in DER, one after the other.
    private let der: [UInt8]
    /// Where the certificates with a subject are, by its folded name.
    private let ranges: [UInt64: [Range<Int>]]

    /// The certificates of a PEM bundle; nil if it has none, or anything else than certificates that are well-formed.
    init?(pem: [UInt8]) {
        guard let bundle = PEMBundle(pem), !bundle.blocks.isEmpty else { return nil }
        var ranges: [UInt64: [Range<Int>]] = [:]
        ranges.reserveCapacity(bundle.blocks.count)
        let reader = DERReader(bundle.der)
        for block in bundle.blocks {
            guard let subject = reader.subject(ofCertificate: block), let key = FoldedName.key(reader, subject)
            else { return nil }
            ranges[key, default: []].append(block)
        }
        der = bundle.der
        self.ranges = ranges
    }

    /// The encoded certificates whose subjects have this folded name, in the bundle's order. Other subjects may have
    /// it, too.
    func roots(_ key: UInt64) -> [[UInt8]] { (ranges[key] ?? []).map { Array(der[$0]) } }
}

internal import COpenSSL

/// The parts of a subject's name that attestation certificates must have (WebAuthn section 8.2.1).
package enum SubjectNamePart: Sendable, CaseIterable {
    /// C, a country.
    case country
    /// O, an organization.
    case organization
    /// OU, a part of an organization.
    case organizationalUnit
    /// CN, a name.
    case commonName

    fileprivate var identifier: Int32 {
        switch self {
        case .country: NID_countryName
        case .organization: NID_organizationName
        case .organizationalUnit: NID_organizationalUnitName
        case .commonName: NID_commonName
        }
    }
}

/// An extension of a certificate (RFC 5280 section 4.2).
package struct CertificateExtension: Sendable, Equatable {
    /// The contents of the octet string that holds the extension's value: DER of a type the extension defines.
    package let value: [UInt8]
    /// Whether a reader that does not know the extension must refuse the certificate.
    package let isCritical: Bool
}

extension Certificate {
    /// The values of an attribute of the subject's name, in the certificate's order; empty if it has none.
    package func subject(_ attribute: SubjectNamePart) -> [String] {
        drainingErrors {
            guard let name = unsafe X509_get_subject_name(handle.pointer) else { return [] }
            var values: [String] = []
            var index: Int32 = unsafe X509_NAME_get_index_by_NID(name, attribute.identifier, -1)
            while index >= 0 {
                let entry = unsafe X509_NAME_get_entry(name, index)
                var text: UnsafeMutablePointer<UInt8>?
                let length = unsafe ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(entry))
                if length >= 0 {
                    let bytes = unsafe Array(UnsafeBufferPointer(start: text, count: Int(length)))
                    values.append(String(decoding: bytes, as: UTF8.self))
                    unsafe CRYPTO_free(text, nil, 0)
                }
                index = unsafe X509_NAME_get_index_by_NID(name, attribute.identifier, index)
            }
            return values
        }
    }

    /// The extension with an object identifier in dotted form; nil if there is none.
    ///
    /// - Throws: `invalidCertificate` when there are two (RFC 5280 section 4.2), `operationFailed` for text that is not
    ///   an object identifier.
    package func certificateExtension(_ identifier: String) throws(CryptoError) -> CertificateExtension? {
        try drainingErrors { () throws(CryptoError) in
            guard let object = unsafe OBJ_txt2obj(identifier, 1) else { throw .operationFailed }
            defer { unsafe ASN1_OBJECT_free(object) }
            let index = unsafe X509_get_ext_by_OBJ(handle.pointer, object, -1)
            guard index >= 0 else { return nil }
            guard unsafe X509_get_ext_by_OBJ(handle.pointer, object, index) < 0 else { throw .invalidCertificate }
            let found = unsafe X509_get_ext(handle.pointer, index)
            let value = unsafe X509_EXTENSION_get_data(found)
            let bytes = unsafe UnsafeBufferPointer(
                start: ASN1_STRING_get0_data(value), count: Int(ASN1_STRING_length(value)))
            return CertificateExtension(
                value: unsafe Array(bytes), isCritical: unsafe X509_EXTENSION_get_critical(found) != 0)
        }
    }
}

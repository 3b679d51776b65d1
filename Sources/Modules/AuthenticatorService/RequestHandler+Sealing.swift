internal import OpenSSLCrypto

extension RequestHandler {
    /// Seals what is to travel through an app of a tenant.
    func seal(
        _ contents: [UInt8], for purpose: Sealer.Purpose, of tenant: ServedTenant
    ) throws(APIError) -> Sealer.Sealed {
        do { return try tenant.sealer.seal(contents, for: purpose) } catch { throw .unexpected }
    }
}

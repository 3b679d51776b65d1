import OpenSSLCrypto
import WebAuthn

/// Writes authenticator data, which is valid unless a test changes it.
struct AuthenticatorDataBuilder {
    var relyingPartyID = TestCeremony.relyingPartyID
    var flags: AuthenticatorFlags
    var signCount: UInt32 = 0
    var aaguid = TestCeremony.aaguid
    var credentialID = [UInt8](repeating: 7, count: 32)
    /// The COSE_Key of the credential; written with the flag AT.
    var publicKey: [UInt8]
    /// Written with the flag ED.
    var extensions: [UInt8] = CBORValue.map([]).encoded
    /// Written after the rest.
    var furtherBytes: [UInt8] = []

    var bytes: [UInt8] {
        var bytes = SHA256.digest(of: Array(relyingPartyID.utf8)) + [flags.rawValue]
        bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: signCount >> $0) }
        if flags.contains(.attestedCredential) {
            bytes += aaguid + [UInt8(credentialID.count >> 8), UInt8(credentialID.count & 0xFF)] + credentialID
            bytes += publicKey
        }
        if flags.contains(.extensions) { bytes += extensions }
        return bytes + furtherBytes
    }
}

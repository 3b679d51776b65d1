internal import Foundation
internal import OpenSSLCrypto

extension AppClient {
    /// Checks `SECRET_HASH`: base64(HMAC-SHA256(secret, username ‖ client id)), with the username as the call gives it.
    ///
    /// - Throws: `NotAuthorizedException` if it is missing or wrong, or if the client has no secret.
    func check(secretHash: String?, username: String) throws(PoolError) {
        switch (secret, secretHash) {
        case (nil, nil): return
        case (nil, .some):
            throw PoolError(
                .notAuthorized, "Client \(id) is configured for no secret but secret hash was received")
        case (.some, nil):
            throw PoolError(.notAuthorized, "Client \(id) is configured with secret but SECRET_HASH was not received")
        case (let secret?, let hash?):
            let message = Array((username + id).utf8)
            guard let code = Data(base64Encoded: hash),
                HMACSHA256.isValid([UInt8](code), for: message, key: Array(secret.utf8))
            else { throw PoolError(.notAuthorized, "Unable to verify secret hash for client \(id)") }
        }
    }
}

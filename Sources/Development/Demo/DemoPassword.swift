internal import Foundation
internal import LocalCognito
internal import OpenSSLCrypto

/// Proves a password as an app does: by SRP, without sending it.
struct DemoPassword {
    private let password: String
    private let poolName: String
    private let protocolNumbers: SecureRemotePassword
    private let secret: [UInt8]
    /// `SRP_A`.
    let publicValue: String

    init(_ password: String, userPoolID: String) throws(DemoDifference) {
        self.password = password
        poolName = userPoolID.split(separator: "_").last.map(String.init) ?? ""
        do {
            protocolNumbers = try SecureRemotePassword()
            secret = try SecureRandom.bytes(128)
            publicValue = SecureRemotePassword.hex(try protocolNumbers.clientValue(secret: secret))
        } catch { throw DemoDifference("SRP's numbers", found: "\(error)") }
    }

    /// The answer to `PASSWORD_VERIFIER`.
    func answer(_ challenge: DemoCognito.Challenge) throws(DemoDifference) -> [String: String] {
        guard let user = challenge["USER_ID_FOR_SRP"], let block = challenge["SECRET_BLOCK"],
            let secretBlock = Data(base64Encoded: block),
            let salt = challenge["SALT"].flatMap(SecureRemotePassword.bytes),
            let serverValue = challenge["SRP_B"].flatMap(SecureRemotePassword.bytes)
        else { throw DemoDifference("the parameters of PASSWORD_VERIFIER", found: "\(challenge.names)") }
        let number = SecureRemotePassword.secret(poolName: poolName, userID: user, password: password, salt: salt)
        let key: [UInt8]
        do { key = try protocolNumbers.clientKey(secret: secret, serverValue: serverValue, password: number) } catch {
            throw DemoDifference("SRP's key", found: "\(error)")
        }
        let timestamp = Self.timestamp()
        let signature = SecureRemotePassword.signature(
            key: key, poolName: poolName, userID: user, secretBlock: [UInt8](secretBlock), timestamp: timestamp)
        return [
            "PASSWORD_CLAIM_SECRET_BLOCK": block, "TIMESTAMP": timestamp,
            "PASSWORD_CLAIM_SIGNATURE": Data(signature).base64EncodedString(),
        ]
    }

    private static func timestamp() -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = "EEE MMM d HH:mm:ss 'UTC' yyyy"
        return formatter.string(from: Date())
    }
}

internal import JSON

/// A device that a user has signed in with. The app confirms it with a secret of its own.
struct TrackedDevice: Equatable, Sendable {
    let key: String
    /// What SRP uses in place of the pool's name. In place of the user's id it uses the key.
    let groupKey: String
    let username: String
    var name: String?
    /// The verifier of the device's secret; nil until the app confirms the device.
    var verifier: PasswordVerifier?
    /// Whether the device is asked to prove its secret.
    var isRemembered = false
    let createdAt: Int64
    var modifiedAt: Int64
    var authenticatedAt: Int64

    /// The device as its user sees it (`DeviceType`).
    var json: [UInt8] {
        let status = isRemembered ? "remembered" : "not_remembered"
        let attributes = UserAttributes([("device_status", status)] + (name.map { [("device_name", $0)] } ?? []))
        return JSONWriter.object { device in
            device.member("DeviceKey", key)
            device.member("DeviceAttributes", array: attributes.list)
            device.member("DeviceCreateDate", createdAt)
            device.member("DeviceLastModifiedDate", modifiedAt)
            device.member("DeviceLastAuthenticatedDate", authenticatedAt)
        }
    }
}

internal import Foundation
internal import JSON

/// The devices of the signed-in user.
extension UserPool {
    /// `ConfirmDevice`: stores the verifier of a new device's secret.
    func confirmDevice(_ request: PoolRequest) throws(PoolError) -> [UInt8] {
        var device = try ownDevice(request)
        guard device.verifier == nil else { throw PoolError(.deviceKeyExists, "Device already exists.") }
        let secret = try request.object("DeviceSecretVerifierConfig")
        let parts = [try secret?.text("Salt"), try secret?.text("PasswordVerifier")].map { text in
            text.flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) } ?? []
        }
        guard parts.allSatisfy({ !$0.isEmpty }) else {
            throw PoolError(.invalidParameter, "DeviceSecretVerifierConfig must have a salt and a verifier in base64.")
        }
        device.verifier = PasswordVerifier(salt: parts[0], verifier: parts[1])
        device.name = try request.text("DeviceName")
        device.isRemembered = settings.devices == .always
        save(device)
        return JSONWriter.object { $0.member("UserConfirmationNecessary", settings.devices == .optIn) }
    }

    /// `UpdateDeviceStatus`.
    func updateDeviceStatus(_ request: PoolRequest) throws(PoolError) {
        var device = try ownDevice(request)
        guard device.verifier != nil else { throw .deviceNotFound }
        switch try request.text("DeviceRememberedStatus") {
        case "remembered": device.isRemembered = true
        case "not_remembered": device.isRemembered = false
        case let status:
            throw .constraint(
                "DeviceRememberedStatus", value: status.map { "'\($0)'" } ?? "null",
                "satisfy enum value set: [not_remembered, remembered]")
        }
        save(device)
    }

    /// `ForgetDevice`.
    func forgetDevice(_ request: PoolRequest) throws(PoolError) { devices[try ownDevice(request).key] = nil }

    /// `ListDevices`.
    func listDevices(_ request: PoolRequest) throws(PoolError) -> [UInt8] {
        let (user, _) = try signedInUser(request)
        // No number, or 0, means the most.
        let size = try request.number("Limit", in: 0...60).flatMap { $0 == 0 ? nil : $0 } ?? 60
        let entries = devices.values.filter { $0.username == user.username && $0.verifier != nil }
            .map { (ListPages.place($0.createdAt) + $0.key, $0.json) }.sorted { $0.0 < $1.0 }
        let (found, next) = try pages.page(
            entries, after: try request.token("PaginationToken"), size: Int(size), of: "devices \(user.username)")
        return JSONWriter.object { answer in
            answer.member("Devices", array: found)
            answer.member("PaginationToken", ifPresent: next)
        }
    }

    private func ownDevice(_ request: PoolRequest) throws(PoolError) -> TrackedDevice {
        let (user, _) = try signedInUser(request)
        guard let device = devices[try request.required("DeviceKey")], device.username == user.username else {
            throw .deviceNotFound
        }
        return device
    }

    private func save(_ device: TrackedDevice) {
        devices[device.key] = device
        devices[device.key]?.modifiedAt = now()
    }
}

extension PoolError {
    /// Amplify compares these words. It then forgets its device and repeats the call.
    static let deviceNotFound = PoolError(.resourceNotFound, "Device does not exist.")
}

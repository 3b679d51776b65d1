internal import Foundation
internal import JSON
internal import OpenSSLCrypto
private import Primitives

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
        device.isRemembered = try request.required("DeviceRememberedStatus") == "remembered"
        save(device)
    }

    /// `ForgetDevice`.
    func forgetDevice(_ request: PoolRequest) throws(PoolError) { devices[try ownDevice(request).key] = nil }

    /// `ListDevices`.
    func listDevices(_ request: PoolRequest) throws(PoolError) -> [UInt8] {
        let (user, _) = try signedInUser(request)
        let size = try pageSize(request)
        let entries = devices.values.filter { $0.username == user.username && $0.verifier != nil }
            .map { (ListPages.place($0.createdAt) + $0.key, $0.json) }.sorted { $0.0 < $1.0 }
        let (found, next) = try pages.page(
            entries, after: try request.text("PaginationToken"), size: Int(size), of: "devices \(user.username)")
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

/// The device in a sign-in. It is asked for with SRP, like a password.
extension UserPool {
    /// The device that a call names. An app repeats the call without it if the pool does not know the device, so this
    /// comes before anything is used up.
    ///
    /// - Throws: `ResourceNotFoundException`.
    func device(_ parameters: [String: String], of user: PoolUser?) throws(PoolError) -> TrackedDevice? {
        guard settings.devices != nil, let user, let key = parameters["DEVICE_KEY"] else { return nil }
        guard let device = devices[key], device.username == user.username, device.verifier != nil else {
            throw .deviceNotFound
        }
        return device
    }

    /// Ends a sign-in with tokens, after it has asked for the device.
    func complete(_ subject: SignInSubject, rows: [ChallengeRow] = []) async throws(PoolError) -> SignInAnswer {
        let asksDefine = !rows.isEmpty && settings.undocumentedBehaviour.deviceRound == .beforeTokens
        if let question = try askForDevice(subject, rows: rows, asksDefine: asksDefine) { return question }
        return .tokens(try await issueTokens(subject, .authentication))
    }

    /// The challenge `DEVICE_SRP_AUTH`; nil if there is no device to ask for, or it has been asked for.
    ///
    /// - Parameter asksDefine: whether Define decides after the device's answer. Otherwise there are tokens.
    func askForDevice(
        _ subject: SignInSubject, rows: [ChallengeRow], asksDefine: Bool
    ) throws(PoolError) -> SignInAnswer? {
        guard let device = subject.device, device.isRemembered, !rows.contains(where: { $0.name == "DEVICE_SRP_AUTH" })
        else { return nil }
        return try challengeAnswer(.deviceSRP(device.key, asksDefine: asksDefine), subject, rows: rows)
    }

    /// The challenge `DEVICE_PASSWORD_VERIFIER`.
    func askForDeviceSecret(
        _ clientValue: SRPClientValue, _ subject: SignInSubject, rows: [ChallengeRow], asksDefine: Bool
    ) throws(PoolError) -> SignInAnswer {
        guard let device = subject.device, let stored = device.verifier else { throw .missing("DEVICE_KEY") }
        let (serverValue, key, secretBlock) = try srpRound(clientValue, stored)
        return try challengeAnswer(
            .deviceVerifier(device.key, key: key, secretBlock: secretBlock, asksDefine: asksDefine), subject,
            rows: rows + [ChallengeRow(name: "DEVICE_SRP_AUTH", result: true)],
            parameters: [
                "SALT": SecureRemotePassword.hex(stored.salt), "SRP_B": SecureRemotePassword.hex(serverValue),
                "SECRET_BLOCK": Data(secretBlock).base64EncodedString(), "DEVICE_KEY": device.key,
                "USERNAME": subject.name,
            ])
    }

    /// A device for a user who has signed in with SRP and without one.
    func newDevice(of user: PoolUser) throws(PoolError) -> TrackedDevice {
        guard let random = try? SecureRandom.bytes(6) else {
            throw PoolError(.internalError, "There are no random bytes.")
        }
        let device = TrackedDevice(
            key: "\(settings.region)_\(newID())", groupKey: "-" + Base64URL.encode(random), username: user.username,
            createdAt: now(), modifiedAt: now(), authenticatedAt: now())
        devices[device.key] = device
        return device
    }
}

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

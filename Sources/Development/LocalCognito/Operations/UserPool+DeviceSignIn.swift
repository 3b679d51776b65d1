internal import Foundation
internal import OpenSSLCrypto
private import Primitives

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

    /// A device for a user who has signed in without one.
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

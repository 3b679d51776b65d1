import Foundation
import JSON
import LocalCognito
import Primitives
import SandboxTestSupport
import TestSupport
import Testing

@Suite("Remembered devices")
struct DeviceTests {
    private static let secret = "the device's own secret"
    private static let password = "correct horse"
    private static let unknown = PoolError(.resourceNotFound, "Device does not exist.")
    private static let incorrect = PoolError(.notAuthorized, "Incorrect username or password.")

    /// A device as its app knows it.
    private struct Device {
        let key: String
        let group: String

        init(_ result: JSONValue) throws {
            key = try #require(result["NewDeviceMetadata"]?["DeviceKey"]?.string)
            group = try #require(result["NewDeviceMetadata"]?["DeviceGroupKey"]?.string)
        }
    }

    private static func body(_ result: JSONValue, _ device: Device, _ more: String = "") -> String {
        #"{"AccessToken":"\#(result["AccessToken"]?.string ?? "")","DeviceKey":"\#(device.key)"\#(more)}"#
    }

    /// The body of `ConfirmDevice`.
    private static func confirm(_ result: JSONValue, _ device: Device) throws -> String {
        let salt = [UInt8](repeating: 7, count: 16)
        let verifier = try SecureRemotePassword().verifier(
            poolName: device.group, userID: device.key, password: secret, salt: salt)
        let (text, proof) = (Data(salt).base64EncodedString(), Data(verifier).base64EncodedString())
        let config = #"{"Salt":"\#(text)","PasswordVerifier":"\#(proof)"}"#
        return body(result, device, #","DeviceName":"Ana's phone","DeviceSecretVerifierConfig":\#(config)"#)
    }

    /// Answers the two challenges of a device.
    private func prove(
        _ device: Device, _ asked: JSONValue, secret: String = secret, _ fixture: PoolFixture
    ) async throws -> String {
        #expect(asked["ChallengeName"]?.string == "DEVICE_SRP_AUTH")
        let client = try SRPClient()
        let start = fixture.answer(
            nil, asked["Session"]?.string, challenge: "DEVICE_SRP_AUTH",
            ["SRP_A": client.publicValue, "DEVICE_KEY": device.key])
        let challenge = try await fixture.client.call("RespondToAuthChallenge", start)
        #expect(challenge["ChallengeName"]?.string == "DEVICE_PASSWORD_VERIFIER")
        var claim = try client.claim(challenge, password: secret, group: device.group)
        claim["DEVICE_KEY"] = device.key
        return fixture.answer(nil, challenge["Session"]?.string, challenge: "DEVICE_PASSWORD_VERIFIER", claim)
    }

    /// A pool that remembers devices, and whose client allows every flow.
    private static func remembers(
        _ devices: DeviceTracking, _ round: UndocumentedBehaviour.DeviceRound = .afterTokens
    ) -> (inout PoolSettings) -> Void {
        {
            ($0.devices, $0.undocumentedBehaviour.deviceRound) = (devices, round)
            $0.clients[0].flows = Set(AppClient.Flow.allCases)
        }
    }

    /// Signs in with the password, by SRP.
    private func signInWithSRP(
        _ fixture: PoolFixture, flow: String = "USER_SRP_AUTH", _ more: [String: String] = [:]
    ) async throws -> JSONValue {
        let account = #"{"UserPoolId":"eu-west-1_Sandbox01","Username":"\#(PoolFixture.email)""#
        try await fixture.client.call(
            "AdminSetUserPassword", account + #","Password":"\#(Self.password)","Permanent":true}"#)
        let client = try SRPClient()
        let start = fixture.start(flow: flow, more.merging(["SRP_A": client.publicValue]) { $1 })
        let asked = try await fixture.client.call("InitiateAuth", start)
        let claim = try client.claim(asked, password: Self.password)
        return try await fixture.client.call(
            "RespondToAuthChallenge",
            fixture.answer(nil, asked["Session"]?.string, challenge: "PASSWORD_VERIFIER", claim))
    }

    /// Signs in on a new device, and confirms it.
    private func firstSignIn(_ fixture: PoolFixture) async throws -> (result: JSONValue, device: Device) {
        let result = try #require(try await signInWithSRP(fixture)["AuthenticationResult"])
        let device = try Device(result)
        let answer = try await fixture.client.call("ConfirmDevice", Self.confirm(result, device))
        let isOptIn = fixture.pool.settings.devices == .optIn
        #expect(answer["UserConfirmationNecessary"]?.bool == isOptIn)
        return (result, device)
    }

    private func rows(_ event: JSONValue?) -> [String?] {
        event?["request"]?["session"]?.elements.map { $0["challengeName"]?.string } ?? []
    }

    /// Like `PoolFixture.decide`, but ignores devices.
    private static let define: @Sendable (JSONValue) -> String = { event in
        let rows = event["request"]?["session"]?.elements ?? []
        let right = rows.contains { $0["challengeMetadata"]?.string != nil && $0["challengeResult"]?.bool == true }
        return right ? #"{"issueTokens":true}"# : #"{"challengeName":"CUSTOM_CHALLENGE"}"#
    }

    @Test(
        "are asked for in each later sign-in, at any of the three moments",
        arguments: UndocumentedBehaviour.DeviceRound.allCases)
    func devicesAreAskedFor(_ round: UndocumentedBehaviour.DeviceRound) async throws {
        try await PoolFixture.run(
            Self.remembers(.always, round), define: ClosureFunction(response: Self.define)
        ) { (fixture) async throws in
            let (first, device) = try await firstSignIn(fixture)
            #expect(first["NewDeviceMetadata"] != nil)
            var next = try await fixture.client.call(
                "InitiateAuth", fixture.start(PoolFixture.email, ["DEVICE_KEY": device.key]))
            if round == .first {
                next = try await fixture.client.call("RespondToAuthChallenge", prove(device, next, fixture))
                #expect(rows(fixture.define.events.last) == ["DEVICE_SRP_AUTH", "DEVICE_PASSWORD_VERIFIER"])
            }
            let answer = fixture.answer("open sesame", next["Session"]?.string, ["DEVICE_KEY": device.key])
            next = try await fixture.client.call("RespondToAuthChallenge", answer)
            if round != .first {
                next = try await fixture.client.call("RespondToAuthChallenge", prove(device, next, fixture))
            }
            let result = try #require(next["AuthenticationResult"])
            #expect(result["NewDeviceMetadata"] == nil)
            let token = try #require(result["AccessToken"]?.string)
            let payload = try #require(Base64URL.decode(String(token.split(separator: ".")[1])))
            try expect(JSONValue(parsing: payload)["device_key"]?.string, equals: device.key)
            let seen = rows(fixture.define.events.last)
            let devices = ["DEVICE_SRP_AUTH", "DEVICE_PASSWORD_VERIFIER"]
            switch round {
            case .first: #expect(seen == devices + ["CUSTOM_CHALLENGE"])
            case .beforeTokens: #expect(seen == ["CUSTOM_CHALLENGE"] + devices)
            case .afterTokens: #expect(seen == ["CUSTOM_CHALLENGE"])
            }
        }
    }

    @Test("are given only to sign-ins that began with SRP")
    func onlySRPGivesADevice() async throws {
        let define = ClosureFunction(response: { event in
            let rows = event["request"]?["session"]?.elements.compactMap { $0["challengeName"]?.string } ?? []
            return rows == ["SRP_A"] ? #"{"challengeName":"PASSWORD_VERIFIER"}"# : Self.define(event)
        })
        try await PoolFixture.run(Self.remembers(.always), define: define) { (fixture) async throws in
            try await expect(fixture.signIn()["NewDeviceMetadata"]) { $0 == nil }
            let native = try await signInWithSRP(fixture)
            #expect(native["AuthenticationResult"]?["NewDeviceMetadata"] != nil)
            let chosen = try await signInWithSRP(fixture, flow: "USER_AUTH", ["PREFERRED_CHALLENGE": "PASSWORD_SRP"])
            #expect(chosen["AuthenticationResult"]?["NewDeviceMetadata"] != nil)
            let custom = try await signInWithSRP(fixture, flow: "CUSTOM_AUTH", ["CHALLENGE_NAME": "SRP_A"])
            let answer = fixture.answer("open sesame", custom["Session"]?.string)
            let result = try await fixture.client.call("RespondToAuthChallenge", answer)["AuthenticationResult"]
            #expect(result?["NewDeviceMetadata"] != nil)
            for (flow, more) in [
                ("USER_PASSWORD_AUTH", [:]), ("USER_AUTH", ["PREFERRED_CHALLENGE": "PASSWORD"]),
            ] {
                let start = fixture.start(flow: flow, more.merging(["PASSWORD": Self.password]) { $1 })
                let result = try await fixture.client.call("InitiateAuth", start)["AuthenticationResult"]
                #expect(result != nil && result?["NewDeviceMetadata"] == nil)
            }
        }
    }

    @Test("that do not prove their secret end the sign-in")
    func wrongSecretFails() async throws {
        try await PoolFixture.run(Self.remembers(.always)) { (fixture) async throws in
            let (_, device) = try await firstSignIn(fixture)
            let answer = fixture.answer("open sesame", try await fixture.session(), ["DEVICE_KEY": device.key])
            let asked = try await fixture.client.call("RespondToAuthChallenge", answer)
            let wrong = try await prove(device, asked, secret: "another secret", fixture)
            try await expect(fixture.client.error("RespondToAuthChallenge", wrong), equals: Self.incorrect)
        }
    }

    @Test("are asked for after the user's opt-in only, are listed, and can be forgotten")
    func optInIsNeeded() async throws {
        try await PoolFixture.run(Self.remembers(.optIn)) { (fixture) async throws in
            let (first, device) = try await firstSignIn(fixture)
            func answer() async throws -> JSONValue {
                let body = fixture.answer("open sesame", try await fixture.session(), ["DEVICE_KEY": device.key])
                return try await fixture.client.call("RespondToAuthChallenge", body)
            }
            try await expect(answer()["AuthenticationResult"]?["NewDeviceMetadata"]) { $0 == nil }
            for (status, isAsked) in [("remembered", true), ("not_remembered", false)] {
                let update = Self.body(first, device, #","DeviceRememberedStatus":"\#(status)""#)
                try await fixture.client.call("UpdateDeviceStatus", update)
                let next = try await answer()["ChallengeName"]?.string
                #expect((next == "DEVICE_SRP_AUTH") == isAsked)
            }
            let list = try await fixture.client.call("ListDevices", Self.body(first, device))
            let attributes = list["Devices"]?.elements.first?["DeviceAttributes"]?.elements ?? []
            #expect(list["Devices"]?.elements.map { $0["DeviceKey"]?.string } == [device.key])
            #expect(attributes.map { $0["Value"]?.string } == ["not_remembered", "Ana's phone"])
            try await fixture.client.call("ForgetDevice", Self.body(first, device))
            let after = try await fixture.client.call("ListDevices", Self.body(first, device))
            #expect(after["Devices"]?.elements.isEmpty == true)
            // The answer is not used up: the app repeats it without the device.
            let session = try await fixture.session()
            let named = fixture.answer("open sesame", session, ["DEVICE_KEY": device.key])
            try await expect(fixture.client.error("RespondToAuthChallenge", named), equals: Self.unknown)
            try await fixture.client.call("RespondToAuthChallenge", fixture.answer("open sesame", session))
        }
    }

    @Test("belong to one user, and are confirmed once")
    func devicesBelongToOneUser() async throws {
        try await PoolFixture.run(Self.remembers(.always)) { (fixture) async throws in
            let (first, device) = try await firstSignIn(fixture)
            let again = try Self.confirm(first, device)
            try await expect(fixture.client.error("ConfirmDevice", again).code, equals: .deviceKeyExists)
            await fixture.pool.store(PoolFixture.user("bo@example.test", sub: "bo"))
            let session = try await fixture.session("bo@example.test")
            let answer = fixture.answer("open sesame", session, username: "bo@example.test")
            let other = try #require(
                try await fixture.client.call("RespondToAuthChallenge", answer)["AuthenticationResult"])
            for operation in ["ConfirmDevice", "UpdateDeviceStatus", "ForgetDevice"] {
                let body = Self.body(other, device)
                try await expect(fixture.client.error(operation, body), equals: Self.unknown)
            }
            let start = fixture.start("bo@example.test", ["DEVICE_KEY": device.key])
            try await expect(fixture.client.error("InitiateAuth", start), equals: Self.unknown)
        }
    }

    @Test("are named in a refresh of their tokens")
    func refreshNamesTheDevice() async throws {
        try await PoolFixture.run(Self.remembers(.always)) { (fixture) async throws in
            let (first, device) = try await firstSignIn(fixture)
            let token = try #require(first["RefreshToken"]?.string)
            func refresh(_ more: [String: String]) -> String {
                fixture.start(flow: "REFRESH_TOKEN_AUTH", more.merging(["REFRESH_TOKEN": token]) { $1 })
            }
            let invalid = PoolError(.notAuthorized, "Invalid Refresh Token")
            try await expect(fixture.client.error("InitiateAuth", refresh([:])), equals: invalid)
            try await expect(fixture.client.error("InitiateAuth", refresh(["DEVICE_KEY": "x_1"])), equals: invalid)
            try await fixture.client.call("InitiateAuth", refresh(["DEVICE_KEY": device.key]))
            let body = #"{"ClientId":"\#(PoolFixture.clientID)","RefreshToken":"\#(token)""#
            try await expect(fixture.client.error("GetTokensFromRefreshToken", body + "}"), equals: invalid)
            try await fixture.client.call("GetTokensFromRefreshToken", body + #","DeviceKey":"\#(device.key)"}"#)
        }
    }

    @Test("do not exist in a pool that is not set up for them")
    func poolsRememberNoneByDefault() async throws {
        try await PoolFixture.run { (fixture) async throws in
            let result = try await fixture.signIn()
            #expect(result["NewDeviceMetadata"] == nil)
            try await fixture.client.call(
                "InitiateAuth", fixture.start(PoolFixture.email, ["DEVICE_KEY": "eu-west-1_0a"]))
        }
    }
}

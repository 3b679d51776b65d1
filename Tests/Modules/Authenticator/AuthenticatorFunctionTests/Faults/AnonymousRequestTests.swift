import JSON
import SoftwarePasskey
import TestSupport
import Testing
import TriggerTestSupport

@Suite("Requests of anybody")
struct AnonymousRequestTests {
    @Test("ten thousand anonymous requests write nothing, send nothing, and stop no ceremony that is under way")
    func anonymousRequestsWriteNothing() throws {
        let deployment = try Deployment()
        let process = try deployment.process()
        var device = SoftwareAuthenticator.new
        let token = try process.enrol(&device)
        // Two ceremonies begin.
        let registration = try process.answer(.registrationOptions(token))
        let signIn = try process.answer(.authenticationOptions(.app, started: try process.answer(.startAction())))
        var stranger = SoftwareAuthenticator.new
        let credential = try stranger.create(#require(registration["options"]))
        let (items, mails, calls) =
            (deployment.cloud.items, deployment.cloud.mails.count, deployment.cloud.calls.count)
        let options = try process.answer(.authenticationOptions(.app))
        let assertion = try stranger.sign(#require(options["options"]))
        let lookup = "credentialId=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        var looking = FrontDoorEvent("GET", "client/user-authenticators/passkey", .app)
        looking.query = lookup
        let requests: [(FrontDoorEvent, Int)] = [
            (.startAction(), 200), (.authenticationOptions(.app), 200), (.verifyPasskey(.app, options, assertion), 400),
            (looking, 404), (.registrationOptions("no token"), 401),
            (.addPasskey("no token", options, credential), 401),
            (.verifyCode("no token", "123456"), 401), (.enrolEmail("no token", "a@example.org"), 401),
            (FrontDoorEvent("GET", "client/user-authenticators", .nobody), 401),
            (FrontDoorEvent("POST", "users/ana/actions/signIn", .app, "{}"), 404),
        ]
        for number in 0..<10_000 {
            var (event, status) = requests[number % requests.count]
            event.id += " \(number)"
            try expect(process.answer(event).status, equals: status)
        }
        #expect(deployment.cloud.calls.dropFirst(calls).filter(\.isWrite).isEmpty)
        #expect(items.isSame(as: deployment.cloud.items))
        #expect(deployment.cloud.mails.count == mails)
        try expect(process.answer(.addPasskey(token, registration, credential)).isVerified, equals: true)
        try expect(
            process.answer(.verifyPasskey(.app, signIn, device.sign(#require(signIn["options"])))).isVerified,
            equals: true)
    }

    @Test("a look-up takes at most one call more than a ceremony, however many ids it names: it finds the last three")
    func lookUpIsBounded() throws {
        let deployment = try Deployment()
        let process = try deployment.process()
        var device = SoftwareAuthenticator.new
        _ = try process.enrol(&device)
        let options = try process.answer(.authenticationOptions(.app))
        let credential = try device.sign(#require(options["options"]))
        let id = try #require(try JSONValue(parsing: credential)["id"]?.string)
        /// The status of a look-up, and how many calls it took.
        func lookUp(_ ids: [String]) throws -> [Int] {
            let calls = deployment.cloud.calls.count
            var event = FrontDoorEvent("GET", "client/user-authenticators/passkey", .app)
            event.query = "credentialIds=" + ids.joined(separator: ",")
            let status = try process.answer(event).status
            return [status, deployment.cloud.calls.count - calls]
        }
        let calls = deployment.cloud.calls.count
        try expect(process.answer(.verifyPasskey(.app, options, credential)).isVerified, equals: true)
        #expect(deployment.cloud.calls.count - calls == 3)
        let others = (10..<29).map { "AA\($0)" }
        try expect(lookUp(others + [id]), equals: [200, 2])
        try expect(lookUp(others + [id, "BB10", "BB11"]), equals: [200, 4])
        try expect(lookUp([id] + others), equals: [404, 3])
    }

    @Test("a token that anybody gets writes nothing but what expires", arguments: [false, true])
    func unprovenTokens(isUnknown: Bool) throws {
        let deployment = try Deployment()
        let process = try deployment.process()
        var device = SoftwareAuthenticator.new
        _ = try process.enrol(&device)
        let users = deployment.cloud.userItems
        let token = try deployment.challengeToken(
            isUnknown ? "nobody" : SampleUser.sub, email: isUnknown ? nil : SampleUser.email, isUnknown: isUnknown,
            key: "unproven")
        func expectNothing(_ events: FrontDoorEvent...) throws {
            for event in events {
                deployment.clock.advance(seconds: 2)
                let answer = try process.answer(event)
                #expect([200, 403].contains(answer.status), "\(answer.text)")
                #expect(answer.token == "")
            }
        }
        try expectNothing(.enrolEmail(token), .enrolEmail(token, "other@example.test"), .sendCode(token))
        try expectNothing(
            .verifyCode(token, "0000000"), .verifyCode(token, process.wrongCode),
            .verifyCode(token, "AAAA-BBBB-CCCC-DDDD"), .registrationOptions(token),
            .authenticationOptions(.bearer(token)))
        #expect(users.isSame(as: deployment.cloud.userItems))
        #expect(deployment.cloud.stateItems.allSatisfy { $0["expiresAt"] != nil })
    }
}

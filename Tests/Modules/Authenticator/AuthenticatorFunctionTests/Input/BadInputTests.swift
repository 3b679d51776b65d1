import Primitives
import TestSupport
import Testing

@Suite("Unusable requests get an error of Authsignal's form and change nothing")
struct BadInputTests {
    @Test("a member of another type, an empty one, or one that is too long", arguments: SampleRequest.withBodies)
    func unusableMember(request: SampleRequest) throws {
        let settled = try SettledDeployment()
        let sender = try settled.sender(request)
        let values = ["5", "true", "[]", #"["a"]"#, "{}", #""""#, #""\#(String(repeating: "x", count: 9_000))""#]
        for name in request.members.keys.sorted() {
            for value in values {
                let event = settled.event(request, request.body(name, value), sender)
                let answer = try settled.process.answer(event)
                #expect(answer.error?.hasPrefix("400 ") ?? false, "\(name) \(value.prefix(20)): \(answer.text)")
            }
        }
        #expect(settled.isUnchanged)
        #expect(settled.deployment.leaks == [])
    }

    @Test("credentials that are missing, forged, expired or somebody else's", arguments: SampleRequest.all)
    func unusableCredentials(request: SampleRequest) throws {
        let settled = try SettledDeployment()
        let deployment = settled.deployment
        let expired = try deployment.challengeToken(key: "old")
        deployment.clock.advance(seconds: 700)
        let forged = try deployment.challengeToken(sealedWith: "another signing key that is long enough")
        let middle = settled.token.index(settled.token.startIndex, offsetBy: settled.token.utf8.count / 2)
        let changed = settled.token[..<middle] + "AAAA" + settled.token[middle...].dropFirst(4)
        let senders: [FrontDoorEvent.Sender] = [
            .nobody, .header(""), .header("Bearer"), .header("Bearer a b"), .header("Digest x"), .header("Basic %"),
            .bearer(expired), .bearer(forged), .bearer(String(changed)), .bearer("a.b.c"), .bearer("a.b.c.d.e"),
            .bearer(String(repeating: "x.", count: 3_000)),
        ]
        let tenants: [FrontDoorEvent.Sender] = [
            .header("Basic \(Base64URL.encode(Array("a secret of a server:".utf8)))"),
            .header("Basic \(Base64URL.encode(Array("eu-west-1_Other:".utf8)))"),
        ]
        for (index, sender) in (senders + tenants).enumerated() {
            let answer = try settled.process.answer(settled.event(request, request.body(), sender))
            let isExpired = answer.error == "401 expired_token"
            let isForeign = answer.error == "401 wrong_tenant" && index >= senders.count
            #expect(answer.error == "401 unauthorized" || isExpired || isForeign, "sender \(index): \(answer.text)")
        }
        #expect(settled.isUnchanged)
        #expect(settled.deployment.leaks == [])
    }

    @Test("ids that name no authenticator, among them keys of the table's items")
    func unusableIDs() throws {
        let settled = try SettledDeployment()
        let sender = FrontDoorEvent.Sender.bearer(settled.token)
        for id in ["0", "..", "profile", "owner", "%00", String(repeating: "x", count: 2_000)] {
            let path = "client/user-authenticators/\(id)"
            try expect(settled.process.answer(FrontDoorEvent("DELETE", path, sender)).error, equals: "404 not_found")
        }
        #expect(settled.isUnchanged)
        #expect(settled.deployment.leaks == [])
    }
}

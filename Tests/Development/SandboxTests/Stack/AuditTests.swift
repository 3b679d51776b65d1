import Foundation
import JSON
import LocalCognito
import Sandbox
import SandboxTestSupport
import SoftwarePasskey
import TestSupport
import Testing

@Suite("The audit log of the sandbox's functions")
struct AuditTests {
    private static let email = "ana@example.test"

    /// The line that ends a sign-in.
    private static let last = "tokens_issued"

    @Test("has a line for each decision of a sign-in, all with one digest, and each with the id of its call")
    func hasALineForEachDecision() async throws {
        try await StackFixture.run { (fixture) async throws in
            let token = try await fixture.signUpAndIn(Self.email)
            var device = SoftwareAuthenticator(origin: fixture.url)
            try await expect(fixture.createPasskey(Self.email, token, &device)["isVerified"]?.bool, equals: true)
            // The functions write to the log independently, so no line is the last for certain.
            let lines = try await fixture.auditLines(
                until: ["answer_right", "authenticator_added", "challenge_issued", "code_sent", Self.last])
            let decisions = lines.compactMap { $0["audit"]?.string }
            #expect(
                decisions.filter { $0 != "authenticator_added" }.sorted()
                    == ["answer_right", "challenge_issued", "code_sent", "tokens_issued"])
            let digests = Set(lines.compactMap { $0["who"]?.string })
            #expect(digests.count == 1)
            #expect(lines.allSatisfy { $0["sub"] == nil })
            let calls = try await fixture.events().filter { ["trigger", "authenticator"].contains($0["kind"]?.string) }
            for line in lines {
                let call = calls.first { $0["requestId"]?.string == line["requestId"]?.string }
                let title = call?["title"]?.string ?? ""
                let function = try #require(line["trigger"]?.string)
                let beginning = function == "Authenticator" ? "POST /v1/" : function
                #expect(title.hasPrefix(beginning), "\(line.text)")
            }
            let digest = try #require(digests.first)
            let found = try await fixture.http.get("/sandbox/audit?who=\(digest)&who=another").json?["lines"]?.elements
            #expect(found?.count == lines.count)
            let none = try await fixture.http.get("/sandbox/audit?who=another").json?["lines"]?.elements
            #expect(none?.isEmpty == true)
        }
    }

    @Test("names the user by digest and sub, or is off, as the settings say")
    func followsTheSetting() async throws {
        try await StackFixture.run({ $0.audit = .subject }) { (fixture) async throws in
            _ = try await fixture.signUpAndIn(Self.email)
            let lines = try await fixture.auditLines(until: [Self.last])
            let sub = await fixture.stack.pool.user(Self.email)?.attributes["sub"]
            #expect(lines.allSatisfy { $0["sub"]?.string == sub && $0["who"] != nil })
            let off = try await fixture.http.send("PUT", "/sandbox/settings", body: Data(#"{"audit":"off"}"#.utf8))
            #expect(off.json?["audit"]?.string == "off")
            try await expect(fixture.http.get("/sandbox/audit").json?["audit"]?.string, equals: "off")
            _ = try await fixture.signUpAndIn("bo@example.test")
            let on = try await fixture.http.send("PUT", "/sandbox/settings", body: Data(#"{"audit":"digest"}"#.utf8))
            #expect(on.json?["audit"]?.string == "digest")
            _ = try await fixture.signUpAndIn("cas@example.test")
            let all = try await fixture.auditLines(until: [Self.last], besides: lines.count)
            #expect(Set(all.compactMap { $0["who"]?.string }).count == 2, "nothing about the second user")
        }
    }

    @Test("a file keeps the pool's id and the key, so that apps and a user's digests stay the same after a restart")
    func fileKeepsTheIdentity() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "state-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "state.json").path
        var (keys, pools): ([String?], [String?]) = ([], [])
        for path in [file, file, file + "2", nil] {
            let change: (inout StackSettings) -> Void = { settings in
                settings.identityFile = path
                if path == nil { settings.use(.new()) }
            }
            try await StackFixture.run(change) { (fixture) async throws in
                keys.append(try await fixture.http.get("/sandbox/audit").json?["key"]?.string)
                pools.append(try await fixture.http.get("/sandbox/settings").json?["userPoolId"]?.string)
            }
        }
        for texts in [keys, pools] {
            #expect(texts[0] == texts[1])
            #expect(Set(texts).count == 3)
        }
        #expect(keys.allSatisfy { $0?.utf8.count == 44 })
        #expect(pools.allSatisfy { $0?.wholeMatch(of: /eu-west-1_[A-Za-z0-9]{9}/) != nil })
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        for text in [
            #"{"pool":"AbCdEf123","auditKey":"short"}"#, #"{"auditKey":"\#(try #require(keys[0]))"}"#,
            #"{"pool":"../AbCdEf","auditKey":"\#(try #require(keys[0]))"}"#,
        ] {
            try Data(text.utf8).write(to: URL(filePath: file))
            let error = SandboxError.stateNotKept(
                path: file, reason: "this is not a state file of the sandbox; it is left unchanged")
            await #expect(throws: error) { try await StackFixture.run({ $0.identityFile = file }) { _ in } }
            try expect(String(contentsOfFile: file, encoding: .utf8), equals: text)
        }
    }

    @Test("a variable of the developer's own is in force, and a saved sign-in holds no key")
    func variablesAreInForce() async throws {
        let key = "a key of the developer's own, thirty-two bytes"
        try await StackFixture.run({ $0.functionVariables = ["AUDIT_KEY": key, "AUDIT": "subject"] }) {
            (fixture) async throws in
            _ = try await fixture.signUpAndIn(Self.email)
            let log = try #require(try await fixture.http.get("/sandbox/audit").json)
            #expect(log["audit"]?.string == "subject")
            #expect(log["key"]?.string == key)
            try await expect(fixture.savedSignIn()) { !$0.contains(key) }
        }
        try await StackFixture.run { (fixture) async throws in
            _ = try await fixture.signUpAndIn(Self.email)
            let key = try #require(try await fixture.http.get("/sandbox/audit").json?["key"]?.string)
            let digest = try #require(try await fixture.auditLines(until: [Self.last]).first?["who"]?.string)
            let saved = try await fixture.savedSignIn()
            #expect(saved.contains(#""AUDIT": "digest""#))
            #expect(!saved.contains(key))
            #expect(!saved.contains(digest))
        }
    }
}

extension StackFixture {
    /// Signs up and in with an emailed code; returns the result token.
    fileprivate func signUpAndIn(_ email: String) async throws -> String {
        try await signUp(email)
        let challenge = try await start(email)
        let token = try #require(try await proveByCode(email, for: challenge)["accessToken"]?.string)
        _ = try #require(try await answer(token, to: challenge)["AuthenticationResult"])
        return token
    }

    /// Waits until the log has lines of these decisions, which come after the answers; returns all lines.
    ///
    /// - Parameter besides: how many lines there were before.
    fileprivate func auditLines(until decisions: Set<String>, besides: Int = 0) async throws -> [JSONValue] {
        for _ in 0..<3_000 {
            let lines = try #require(try await http.get("/sandbox/audit").json?["lines"]).elements
            let there = Set(lines.dropFirst(besides).compactMap { $0["audit"]?.string })
            if decisions.isSubset(of: there) { return lines }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw Unexpected("no lines of \(decisions.sorted())")
    }

    /// The file with the last sign-in.
    fileprivate func savedSignIn() async throws -> String {
        let number = try #require(try await events().last { $0["kind"]?.string == "trigger" }?["number"]?.integer)
        let saved = try await http.get("/sandbox/sign-ins/\(number)")
        #expect(saved.status == 200)
        return saved.text
    }
}

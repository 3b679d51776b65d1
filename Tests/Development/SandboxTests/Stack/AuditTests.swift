import Foundation
import JSON
import Sandbox
import SandboxTestSupport
import TestSupport
import Testing

@Suite("The audit log of the sandbox's functions")
struct AuditTests {
    private static let email = "ana@example.test"

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
            try await fixture.signUpAndIn(Self.email)
            let log = try #require(try await fixture.http.get("/sandbox/audit").json)
            #expect(log["audit"]?.string == "subject")
            #expect(log["key"]?.string == key)
            try await expect(fixture.savedSignIn()) { !$0.contains(key) }
        }
        try await StackFixture.run { (fixture) async throws in
            try await fixture.signUpAndIn(Self.email)
            let key = try #require(try await fixture.http.get("/sandbox/audit").json?["key"]?.string)
            let digest = try #require(try await fixture.auditLine()?["who"]?.string)
            let saved = try await fixture.savedSignIn()
            #expect(saved.contains(#""AUDIT": "digest""#))
            #expect(!saved.contains(key))
            #expect(!saved.contains(digest))
        }
    }
}

extension StackFixture {
    /// Signs up and in with an emailed code.
    fileprivate func signUpAndIn(_ email: String) async throws {
        try await signUp(email)
        let challenge = try await start(email)
        let token = try #require(try await proveByCode(email, for: challenge)["accessToken"]?.string)
        _ = try #require(try await answer(token, to: challenge)["AuthenticationResult"])
    }

    /// The first line of the log, which may come after the answer that it is about.
    fileprivate func auditLine() async throws -> JSONValue? {
        for _ in 0..<3_000 {
            if let line = try await http.get("/sandbox/audit").json?["lines"]?.elements.first { return line }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw Unexpected("no line of the audit log")
    }

    /// The file with the last sign-in.
    fileprivate func savedSignIn() async throws -> String {
        let number = try #require(try await events().last { $0["kind"]?.string == "trigger" }?["number"]?.integer)
        let saved = try await http.get("/sandbox/sign-ins/\(number)")
        #expect(saved.status == 200)
        return saved.text
    }
}

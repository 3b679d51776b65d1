import Foundation
import JSON
import Sandbox
import SandboxTestSupport
import TestSupport
import Testing

@Suite("The sandbox's users across restarts")
struct StateTests {
    /// A folder of its own for one test.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "state-" + UUID().uuidString)

        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false) }

        deinit { try? FileManager.default.removeItem(at: url) }

        var file: String { url.appending(path: "state.json").path }
    }

    @Test("a file that is not a state file prevents the start and stays unchanged", arguments: ["", ".accounts"])
    func foreignFilePreventsStart(suffix: String) async throws {
        let folder = try Folder()
        let file = folder.file
        let content = Data(#"{"precious":true}"#.utf8)
        try content.write(to: URL(filePath: file + suffix))
        let error = SandboxError.stateNotKept(
            path: file + suffix, reason: "this is not a state file of the sandbox; it is left unchanged")
        await #expect(throws: error) { try await StackFixture.run({ $0.stateFile = file }) { _ in } }
        try expect(Data(contentsOf: URL(filePath: file + suffix)), equals: content)
    }

    @Test("a call that changes an account fails if the file cannot be written")
    func unwritableFileFailsTheCall() async throws {
        let folder = try Folder()
        let file = folder.file
        try await StackFixture.run({ $0.stateFile = file }) { (fixture) async throws in
            try FileManager.default.removeItem(at: folder.url)
            let body =
                #"{"ClientId":"\#(StackSettings.clientID)","Username":"a@example.test","Password":"Correct horse 1"}"#
            let answer = try await fixture.cognito.send("SignUp", body)
            #expect(answer.status == 500)
            #expect(answer.json?["message"]?.string?.contains("No such file or directory") == true)
        }
    }
}

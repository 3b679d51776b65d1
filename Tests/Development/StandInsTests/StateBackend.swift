import Foundation
import JSON
import SandboxTestSupport
import StandIns
import TestSupport
import Testing

/// The stand-in for DynamoDB and Amazon SES that a test's functions call.
enum StateBackend: String, CaseIterable, Sendable {
    /// This package's own stand-in.
    case standIn
    /// moto, in the Python environment that `scripts/install.sh template` makes.
    case moto

    static let table = "state"
    /// A table whose items have a sort key.
    static let users = "users"
    static let sender = "no-reply@example.test"

    /// The backends that can run here. It prints why one is left out.
    static let available = allCases.filter { $0 != .moto || python != nil }

    private static let python: URL? = {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let python = package.appending(path: ".build/tools/bin/python").standardizedFileURL
        if FileManager.default.isExecutableFile(atPath: python.path) { return python }
        print("skipped: moto, the stand-in for DynamoDB and SES, is not installed (scripts/install.sh template)")
        return nil
    }()

    /// Runs a body with an endpoint and a function that returns the codes of the mails sent so far.
    func run(_ body: (_ endpoint: String, _ codes: () async throws -> [String]) async throws -> Void) async throws {
        switch self {
        case .standIn:
            let standIn = AWSStandIn(
                TableStandIn([TableSchema(Self.table), TableSchema(Self.users, hasSortKey: true)]))
            let server = try await StandInServer(standIn)
            do {
                try await body(server.address) { await standIn.mails.compactMap(\.code) }
            } catch {
                server.stop()
                throw error
            }
            server.stop()
        case .moto:
            let script = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../EndToEnd/moto_server.py").standardizedFileURL
            let server = try await onThread {
                guard let python = Self.python else { throw CocoaError(.fileNoSuchFile) }
                let server = try ChildProcess(
                    python, [script.path, Self.table, Self.sender, Self.users],
                    environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"])
                waitUntil(seconds: 60) { !server.output.isEmpty || !server.isRunning }
                return UncheckedServer(process: server)
            }
            let port = try #require(server.process.output.first, "\(server.process.errors)")
            let endpoint = "http://127.0.0.1:\(port)"
            try await body(endpoint) {
                let mails = try await LoopbackClient(base: endpoint).get("/mails")
                return try JSONValue(parsing: mails.body).elements.compactMap { mail in
                    (mail["body"]?.string?.firstMatch(of: /[0-9]{6}/)?.output).map { String($0) }
                }
            }
            withExtendedLifetime(server) {}
        }
    }
}

/// Hands a process from the thread that started it to its test. Only the test uses it from then on.
private struct UncheckedServer: @unchecked Sendable {
    let process: ChildProcess
}

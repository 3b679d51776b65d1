import Foundation
import HTTP
import TestSupport

/// moto's DynamoDB, in the Python environment that `scripts/install.sh template` makes.
struct MotoServer {
    /// The address of the server.
    let endpoint: String
    private let process: ChildProcess

    private static let package = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../..").standardizedFileURL
    private static let python = package.appending(path: ".build/tools/bin/python")

    /// Whether it can run here. It prints why not.
    static let isInstalled: Bool = {
        if FileManager.default.isExecutableFile(atPath: python.path) { return true }
        print("skipped: moto, the stand-in for DynamoDB, is not installed (scripts/install.sh template)")
        return false
    }()

    init() throws {
        let script = Self.package.appending(path: "Tests/EndToEnd/moto_server.py")
        process = try ChildProcess(
            Self.python, [script.path, "unused", "no-reply@example.test"],
            environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"])
        let started = process
        waitUntil { !started.output.isEmpty || !started.isRunning }
        guard let port = process.output.first else { throw CocoaError(.executableLoad) }
        endpoint = "http://127.0.0.1:\(port)"
    }

    /// Creates a table whose key attributes are strings.
    func create(_ table: String, keys: [String: String]) throws {
        let schema = keys.sorted { $0.key < $1.key }
        let body =
            #"{"TableName":"\#(table)","BillingMode":"PAY_PER_REQUEST","KeySchema":["#
            + schema.map { #"{"AttributeName":"\#($0.key)","KeyType":"\#($0.value)"}"# }.joined(separator: ",")
            + #"],"AttributeDefinitions":["#
            + schema.map { #"{"AttributeName":"\#($0.key)","AttributeType":"S"}"# }.joined(separator: ",") + "]}"
        let authorization =
            "AWS4-HMAC-SHA256 Credential=test/20260101/eu-west-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0"
        let answer = try CurlTransport().send(
            HTTPRequest(
                .post, endpoint + "/",
                headers: [
                    ("X-Amz-Target", "DynamoDB_20120810.CreateTable"),
                    ("Content-Type", "application/x-amz-json-1.0"), ("Authorization", authorization),
                ], body: Array(body.utf8), timeout: 120_000, connectTimeout: 120_000))
        guard answer.status == 200 else { throw CocoaError(.fileWriteUnknown) }
    }
}

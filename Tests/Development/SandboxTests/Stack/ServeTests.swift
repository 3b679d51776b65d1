import Foundation
import JSON
import SandboxTestSupport
import TestSupport
import Testing

@Suite("sandbox serve")
struct ServeTests {
    private static let environment = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"]

    /// Starts `sandbox serve`; returns the process and its URL.
    private static func serve(_ arguments: [String] = []) throws -> (process: ChildProcess, url: String) {
        let process = try ChildProcess(
            ChildProcess.builtExecutable("sandbox"), ["serve", "--port", "0"] + arguments, environment: environment)
        let found = waitUntil(seconds: 30) { process.output.contains { $0.hasPrefix("Sandbox at ") } }
        try #require(found, "\(process.errors)")
        let line = try #require(process.output.first)
        return (process, String(line.dropFirst("Sandbox at ".count)))
    }

    @Test("prints its URL and ends with status 0 on SIGINT and SIGTERM", arguments: [SIGINT, SIGTERM])
    func endsOnSignals(signal: Int32) async throws {
        let (process, url) = try Self.serve([
            "--mode", "authsignal", "--first-enrolment", "deny", "--flow", "PASSWORD,EMAIL_OTP", "--state-table", "off",
            "--audit", "subject",
        ])
        let http = LoopbackClient(base: url.replacing("localhost", with: "127.0.0.1"))
        let settings = try #require(try await http.get("/sandbox/settings").json)
        #expect(settings["tokenMode"]?.string == "authsignal")
        #expect(settings["firstEnrolment"]?.string == "deny")
        #expect(settings["flow"]?.string == "PASSWORD,EMAIL_OTP")
        #expect(settings["stateTable"]?.string == "off")
        #expect(settings["audit"]?.string == "subject")
        #expect(settings["url"]?.string == url)
        process.send(signal)
        #expect(process.wait() == .status(0))
    }

    @Test(
        "warns of a relying party that is a public suffix",
        arguments: ["example.com", "co.uk", "ana.github.io", "localhost"])
    func warnsOfPublicSuffix(domain: String) throws {
        let (process, _) = try Self.serve(["--relying-party", domain, "--origin", "https://app.\(domain)"])
        #expect(waitUntil(seconds: 30) { process.output.contains { $0.contains("token mode") } })
        // The warning, if there is one, follows at once.
        process.send(SIGTERM)
        #expect(process.wait() == .status(0))
        let warnings = process.output.filter { $0.hasPrefix("Warning: \(domain) is a public suffix, ") }
        #expect(warnings.count == (domain == "co.uk" ? 1 : 0))
    }

    @Test(
        "refuses invalid options with a message of one line",
        arguments: [
            (["--bootstraps", "/dev/null"], "there is no DefineAuthChallenge in /dev/null: build the functions"),
            (["--origin", "https://app.example.test/"], "https://app.example.test/ is neither an origin"),
            (["--android-app", "app=12:34"], "12:34 is neither an origin"),
            (["--flow", "PASSWORD"], "The value 'PASSWORD' is invalid for '--flow <steps>'"),
            (["--bootstrap", "PreSignUp"], "--bootstrap takes NAME=VALUE, not PreSignUp"),
            (["--relying-party", "http://localhost"], "the relying party must be a domain name"),
            (["--bootstrap", "Nobody=/bin/true"], "bootstrap Nobody: the functions are DefineAuthChallenge, "),
            (
                ["--pool-setting", "clientSecret=hush"],
                "pool setting clientSecret: must have 24 to 64 letters, digits,"
            ),
            (["--pool-setting", "issuer=LATER"], "pool setting issuer: must be ORIGINAL or UPDATED"),
            (
                ["--pool-setting", "passwordPolicy=8,letters"],
                "pool setting passwordPolicy: must be a length from 6 to 99"
            ),
            (["--pool-setting", "color=red"], "pool setting color: there is no such setting"),
            (
                ["--pool-setting", "triggerSeconds=6"],
                "pool setting triggerSeconds: must be a whole number from 1 to 5"
            ),
            (["--https", "localhost"], "https: must be a name in lower case, such as dev.example.com"),
            (["--https", "192.0.2.1"], "https: must be a name in lower case, such as dev.example.com"),
            (
                ["--https", "dev.example.test:0", "--folder", "/dev/null/x"],
                "no certificate can be made in /dev/null/x: "
            ),
            (["--listen", "here"], "cannot be served: bind to here"),
            (["--state", "/nonexistent/state"], "/nonexistent/state: its folder does not exist"),
        ])
    func refusesInvalidOptions(arguments: [String], words: String) throws {
        let process = try ChildProcess(
            ChildProcess.builtExecutable("sandbox"), ["serve", "--port", "0"] + arguments,
            environment: Self.environment)
        let exit = process.wait()
        #expect(exit != .status(0) && exit != nil)
        #expect(process.errors.first?.contains(words) == true, "\(process.errors)")
    }

    @Test("says that a port is taken")
    func reportsTakenPort() throws {
        let (first, url) = try Self.serve()
        let port = try #require(url.split(separator: ":").last.map(String.init))
        let second = try ChildProcess(
            ChildProcess.builtExecutable("sandbox"), ["serve", "--port", port, "--folder", "/dev/null"],
            environment: Self.environment)
        #expect(second.wait() == .status(1))
        #expect(second.errors.first?.contains("port \(port) is taken") == true, "\(second.errors)")
        first.send(SIGTERM)
        #expect(first.wait() == .status(0))
    }
}

import Foundation
import HTTP
import HTTPS
import HTTPTestSupport
import Synchronization
import TLSRelay
import TestKeys
import TestSupport
import Testing

@Suite("Trust in a server")
struct TrustTests {
    // Each in a process of its own, because the environment belongs to all threads.

    @Test("a server of a trusted root is accepted on its first connection, which the next request uses again")
    func trustedServerIsAccepted() async {
        await #expect(processExitsWith: .success) {
            let trusted = try TrustedServer()
            defer { trusted.end() }
            try trusted.trust(
                try (1...20).map { pemBlock(try TestAuthority("Other \($0)").certificate) }.joined()
                    + pemBlock(trusted.authority.certificate))
            let transport = try CurlTransport.https()
            #expect(trusted.post(transport).status == 200)
            #expect(trusted.post(transport).status == 200)
            #expect(trusted.relay.connections == 1)
            #expect(trusted.server.requests.count == 2)
        }
    }

    @Test("a root whose name only differs in how it is written is found on the first connection")
    func canonicalNameIsFound() async {
        await #expect(processExitsWith: .success) {
            let trusted = try TrustedServer()
            defer { trusted.end() }
            var builder = CertificateBuilder(commonName: " ROOT  one ")
            builder.isAuthority = true
            let key = trusted.authority.key
            try trusted.trust(pemBlock(try builder.selfSigned(key)))
            try expect(trusted.post(.https()).status, equals: 200)
            #expect(trusted.relay.connections == 1)
        }
    }

    @Test("an untrusted server is asked once more with all roots, and gets no request")
    func untrustedServerIsRefused() async {
        await #expect(processExitsWith: .success) {
            let trusted = try TrustedServer()
            defer { trusted.end() }
            try trusted.trust(pemBlock(try TestAuthority("Other").certificate))
            let transport = try CurlTransport.https()
            // All roots are loaded by the second connection.
            for connections in [2, 3] {
                guard case .untrusted(let text) = trusted.post(transport).failure else {
                    throw HTTPError.responseTooLarge
                }
                #expect(text.contains("unable to get local issuer certificate"), "\(text)")
                #expect(trusted.relay.connections == connections)
            }
            #expect(trusted.server.requests.isEmpty)
        }
    }

    @Test("a server with a certificate for another name gets no request")
    func otherNameIsRefused() async {
        await #expect(processExitsWith: .success) {
            let trusted = try TrustedServer(named: "other.example.test")
            defer { trusted.end() }
            guard case .untrusted(let text) = trusted.post(try .https()).failure else {
                throw HTTPError.responseTooLarge
            }
            #expect(text.contains("no alternative certificate subject name matches target"), "\(text)")
            #expect(trusted.relay.connections == 2)
            #expect(trusted.server.requests.isEmpty)
        }
    }

    @Test("a bundle that only OpenSSL can read is loaded as a whole")
    func trustedCertificateIsRead() async {
        await #expect(processExitsWith: .success) {
            let trusted = try TrustedServer()
            defer { trusted.end() }
            try trusted.trust(pemBlock(trusted.authority.certificate, "TRUSTED CERTIFICATE"))
            try expect(trusted.post(.https()).status, equals: 200)
            #expect(trusted.server.requests.count == 1)
        }
    }

    @Test("if OpenSSL refuses the bundle because of one block, nobody is trusted, as with OpenSSL's own store")
    func brokenBundleTrustsNobody() async {
        await #expect(processExitsWith: .success) {
            let trusted = try TrustedServer()
            defer { trusted.end() }
            try trusted.trust(pemBlock(trusted.authority.certificate) + pemBlock([0x30, 0x00]))
            guard case .untrusted(let text) = trusted.post(try .https()).failure else {
                throw HTTPError.responseTooLarge
            }
            #expect(text.contains(trusted.roots), "\(text)")
            #expect(trusted.server.requests.isEmpty)
        }
    }

    @Test("a root that the file has only got since the start is found after the refusal, and the request is sent once")
    func newRootIsFound() async {
        await #expect(processExitsWith: .success) {
            let trusted = try TrustedServer()
            defer { trusted.end() }
            let other = try TestAuthority("Other")
            try trusted.trust(pemBlock(other.certificate))
            try #require(trusted.post(try .https()).failure != nil)
            // Another handle still looks for roots in what was read at first.
            try trusted.trust(pemBlock(other.certificate) + pemBlock(trusted.authority.certificate))
            let before = trusted.relay.connections
            try expect(trusted.post(.https()).status, equals: 200)
            #expect(trusted.relay.connections - before == 2)
            #expect(trusted.server.requests.map(\.method) == ["POST"])
        }
    }

    @Test("if the file of authorities is missing, nobody is trusted")
    func missingAuthoritiesTrustNobody() async {
        await #expect(processExitsWith: .success) {
            let trusted = try TrustedServer()
            defer { trusted.end() }
            trusted.removeRoots()
            guard case .untrusted = trusted.post(try .https()).failure else { throw HTTPError.responseTooLarge }
            #expect(trusted.server.requests.isEmpty)
        }
    }

    @Test("handles share what was read from the file")
    func handlesShareTheRoots() async {
        await #expect(processExitsWith: .success) {
            let trusted = try TrustedServer()
            defer { trusted.end() }
            try expect(trusted.post(.https()).status, equals: 200)
            let other = try CurlTransport.https()
            trusted.removeRoots()
            #expect(trusted.post(other).status == 200)
            #expect(trusted.relay.connections == 2)
        }
    }

    @Test("asking once more takes no longer than the request may take as a whole")
    func secondAttemptKeepsTheLimit() async {
        await #expect(processExitsWith: .success) {
            let isFirst = Atomic(true)
            let isSilent = Atomic(true)
            let trusted = try TrustedServer { _ in
                if isFirst.exchange(false, ordering: .relaxed) {
                    Thread.sleep(forTimeInterval: 2.5)
                } else {
                    waitUntil { !isSilent.load(ordering: .relaxed) }
                }
            }
            defer { trusted.end() }
            try trusted.trust(pemBlock(try TestAuthority("Other").certificate))
            // With a limit of its own, the second attempt would always end after five and a half seconds. A busy
            // machine can only make it end later.
            let duration = try attempt(until: { $0 < .seconds(5) }) {
                isFirst.store(true, ordering: .relaxed)
                isSilent.store(true, ordering: .relaxed)
                defer { isSilent.store(false, ordering: .relaxed) }
                let transport = try CurlTransport.https()
                let started = ContinuousClock.now
                // If the first attempt lasts too long, there is no second one.
                guard case .timedOut = trusted.post(transport, timeout: 3_000).failure else { return .seconds(60) }
                return ContinuousClock.now - started
            }
            #expect(duration < .seconds(5))
        }
    }
}

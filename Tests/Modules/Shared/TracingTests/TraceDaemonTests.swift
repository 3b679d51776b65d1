import Foundation
import Synchronization
import TestSupport
import Testing
import Tracing

@Suite("The X-Ray daemon")
struct TraceDaemonTests {
    @Test(
        "gets each document in a datagram of its own, after the line that it asks for",
        arguments: DatagramReceiver.hasIPv6 ? [false, true] : [false])
    func getsDocuments(ipv6: Bool) throws {
        let receiver = try DatagramReceiver(ipv6: ipv6)
        let reports = Reports()
        let daemon = TraceDaemon(at: try #require(DaemonAddress(receiver.endpoint)), report: reports.add)
        daemon.send(Array(#"{"first":1}"#.utf8))
        daemon.send(Array(#"{"second":2}"#.utf8))
        #expect(
            receiver.received(atLeast: 2).map { String(decoding: $0, as: UTF8.self) } == [
                "{\"format\": \"json\", \"version\": 1}\n{\"first\":1}",
                "{\"format\": \"json\", \"version\": 1}\n{\"second\":2}",
            ])
        #expect(reports.texts == [])
    }

    @Test("that is not there is no failure, however often documents are sent")
    func mayBeAbsent() throws {
        var receiver: DatagramReceiver? = try DatagramReceiver()
        let address = try #require(receiver.flatMap { DaemonAddress($0.endpoint) })
        receiver = nil
        let reports = Reports()
        let daemon = TraceDaemon(at: address, report: reports.add)
        for _ in 1...20 { daemon.send(Array("{}".utf8)) }
        #expect(reports.texts == [])
    }

    @Test("gets no document that is too long for a datagram, which is told once")
    func getsNoLongDocument() throws {
        let receiver = try DatagramReceiver()
        let reports = Reports()
        let daemon = TraceDaemon(at: try #require(DaemonAddress(receiver.endpoint)), report: reports.add)
        for _ in 1...3 { daemon.send([UInt8](repeating: 0x20, count: TraceDaemon.maximumLength)) }
        #expect(receiver.received() == [])
        #expect(reports.texts == ["a trace could not be sent to the X-Ray daemon: the document is too long"])
        daemon.send(Array("{}".utf8))
        #expect(receiver.received(atLeast: 1).count == 1)
    }

    @Test("at an address that the system cannot reach is told once")
    func mayBeUnreachable() throws {
        // The system refuses to send to a broadcast address unless it is asked to allow that.
        let reports = Reports()
        let daemon = TraceDaemon(at: try #require(DaemonAddress("255.255.255.255:2000")), report: reports.add)
        for _ in 1...3 { daemon.send(Array("{}".utf8)) }
        #expect(reports.texts.count == 1)
        #expect(reports.texts.first?.hasPrefix("a trace could not be sent to the X-Ray daemon: error ") == true)
    }

    @Test("gets later documents although the system had no socket for the first one")
    func socketMayComeLater() async {
        await #expect(processExitsWith: .success) {
            let receiver = try DatagramReceiver()
            let reports = Reports()
            let daemon = TraceDaemon(at: try #require(DaemonAddress(receiver.endpoint)), report: reports.add)
            var limit = rlimit()
            unsafe getrlimit(openFiles, &limit)
            var none = rlimit(rlim_cur: 0, rlim_max: limit.rlim_max)
            unsafe setrlimit(openFiles, &none)
            daemon.send(Array("lost".utf8))
            unsafe setrlimit(openFiles, &limit)
            #expect(reports.texts == ["a trace could not be sent to the X-Ray daemon: no socket, error \(EMFILE)"])
            daemon.send(Array("{}".utf8))
            #expect(receiver.received(atLeast: 1).count == 1)
        }
    }

    private final class Reports: Sendable {
        private let collected = Mutex<[String]>([])
        var texts: [String] { collected.withLock { $0 } }
        @Sendable func add(_ text: String) { collected.withLock { $0.append(text) } }
    }
}

@Suite("The address of the X-Ray daemon")
struct DaemonAddressTests {
    @Test(
        "is an IP address with a port, or the one for datagrams of two",
        arguments: [
            ("udp:127.0.0.1:2000 tcp:127.0.0.1:2000", "127.0.0.1:2000"),
            ("tcp:127.0.0.1:2001 udp:127.0.0.1:2000", "127.0.0.1:2000"), ("udp:127.0.0.1:2000", "127.0.0.1:2000"),
            ("169.254.79.129:2000", "169.254.79.129:2000"), ("udp:[::1]:2000 tcp:[::1]:2000", "[::1]:2000"),
            ("[0:0:0:0:0:0:0:1]:2000", "[::1]:2000"), ("127.0.0.1:65535", "127.0.0.1:65535"),
        ])
    func accepted(text: String, same: String) throws {
        let address = try #require(DaemonAddress(text))
        #expect(address == DaemonAddress(same))
    }

    @Test("differs with host and port")
    func differs() {
        let addresses = ["127.0.0.1:2000", "127.0.0.2:2000", "127.0.0.1:2001", "[::1]:2000", "[::2]:2000"]
        for address in addresses {
            #expect(addresses.filter { DaemonAddress($0) == DaemonAddress(address) } == [address])
        }
    }

    @Test(
        "is nothing else, and never a name that would have to be looked up",
        arguments: [
            "", " ", ":", "localhost:2000", "xray.example.test:2000", "udp:localhost:2000 tcp:127.0.0.1:2000",
            "127.0.0.1", "127.0.0.1:", ":2000", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:02000",
            "127.0.0.1:+2000", "127.0.0.1:-1", "127.0.0.1: 2000", "127.0.0.1:2000 ", " 127.0.0.1:2000",
            "127.0.0.1:2000\n", "127.0.1:2000", "127.0.0.256:2000", "127.0.0.01:2000", "2130706433:2000", "::1:2000",
            "[::1]", "[::1:2000", "::1]:2000", "[127.0.0.1]:2000", "[::1%lo]:2000", "[]:2000",
            "tcp:127.0.0.1:2000", "tcp:127.0.0.1:2000 tcp:127.0.0.1:2001", "udp:127.0.0.1:2000 udp:127.0.0.1:2001",
            "udp:127.0.0.1:2000 127.0.0.1:2001", "udp:127.0.0.1:2000  tcp:127.0.0.1:2000",
            "udp:127.0.0.1:2000 tcp:127.0.0.1:2000 tcp:127.0.0.1:2000", "udp:udp:127.0.0.1:2000",
            "http://127.0.0.1:2000",
        ])
    func refused(text: String) { #expect(DaemonAddress(text) == nil) }
}

#if canImport(Glibc)
private let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#else
private let openFiles = RLIMIT_NOFILE
#endif

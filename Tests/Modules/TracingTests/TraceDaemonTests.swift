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

    private final class Reports: Sendable {
        private let collected = Mutex<[String]>([])
        var texts: [String] { collected.withLock { $0 } }
        @Sendable func add(_ text: String) { collected.withLock { $0.append(text) } }
    }
}

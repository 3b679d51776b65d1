import Testing
import Tracing

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

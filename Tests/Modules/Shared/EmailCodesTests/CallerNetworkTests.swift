import EmailCodes
import Testing

@Suite("The network that a request came from")
struct CallerNetworkTests {
    @Test(
        "an IPv4 address stands for itself, also inside IPv6; an IPv6 address stands for its first 64 bits",
        arguments: [
            ("192.0.2.1", "192.0.2.1"), ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"),
            ("::ffff:192.0.2.1", "192.0.2.1"), ("::FFFF:c000:201", "192.0.2.1"),
            ("2001:db8::1", "20010db800000000/64"), ("2001:0DB8:0:0:ffff::", "20010db800000000/64"),
            ("2001:db8:0:1::1", "20010db800000001/64"), ("::", "0/64"), ("::1", "0/64"),
            ("1:2:3:4:5:6:7:8", "1000200030004/64"), ("1:2:3:4:5:6:192.0.2.1", "1000200030004/64"),
            ("1:2:3:4:5:6:7::", "1000200030004/64"), ("::2:3:4:5:6:7:8", "200030004/64"),
            ("64:ff9b::192.0.2.1", "64ff9b00000000/64"), ("1::ffff:192.0.2.1", "1000000000000/64"),
            ("::fffe:192.0.2.1", "0/64"), ("::ff:192.0.2.1", "0/64"), ("::ff00:192.0.2.1", "0/64"),
            ("::1:ffff:192.0.2.1", "0/64"),
        ])
    func addressHasItsNetwork(address: String, network: String) {
        // Leading zeros do not matter for telling networks apart.
        let expected = network.hasSuffix("/64") ? String(network.drop { $0 == "0" }) : network
        #expect(CallerNetwork(address)?.prefixes.first?.text == (expected == "/64" ? "0/64" : expected))
    }

    @Test(
        "each network lies in the next one",
        arguments: [
            ("192.0.2.1", ["192.0.2.1", "192.0.2.0/24"]), ("::ffff:192.0.2.1", ["192.0.2.1", "192.0.2.0/24"]),
            (
                "2001:db8:1:2345:6::1",
                ["20010db800012345/64", "20010db8000123/56", "20010db80001/48"]
            ), ("::1", ["0/64", "0/56", "0/48"]),
        ])
    func prefixes(address: String, networks: [String]) throws {
        let network = try #require(CallerNetwork(address))
        #expect(network.prefixes.map(\.text) == networks)
        #expect(network.largest == network.prefixes.last)
        #expect(
            network.prefixes.map(\.size)
                == (networks.count == 2 ? [.customer, .provider] : [.customer, .site, .provider]))
    }

    @Test(
        "anything else is no address",
        arguments: [
            "", "192.0.2", "192.0.2.1.5", "192.0.2.256", "192.0.2.01", "192.0.2.", "192.0.2.1 ", " 192.0.2.1",
            "192.0.2.1:443", "192.0.2.1\0", "::1\0x", "192.0.2.1,10.0.0.1", "0x7f.0.0.1", "１92.0.2.1", "2001:db8",
            "1:2:3:4:5:6:7",
            "1:2:3:4:5:6:7:8:9", "1:2:3:4::5:6:7:8", "1::2::3", ":::", ":1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8:",
            "1:2:3:4:5:6:7:", ":", "12345::", "g::", "fe80::1%eth0", "[::1]", "::1/64", "192.0.2.1::",
            "1:192.0.2.1::", "::192.0.2.1:1", "1:2:3:4:5:6:7:192.0.2.1", "::ffff:192.0.2.256", "unknown",
        ])
    func otherTextIsNoAddress(text: String) {
        #expect(CallerNetwork(text) == nil)
    }
}

import EmailCodes
import TestSupport
import Testing

/// By the clock: a request for a code waits for 600 ms, and an answer for 150 ms.
@Suite("What waits for a network, and who is refused")
struct NetworkFloodTests {
    /// What callers ask for.
    private enum Use: Int64 { case request = 600, answer = 150 }

    private func isAdmitted(_ use: Use, from address: String, _ desk: Desk) throws -> Bool {
        switch use {
        case .request: try desk.refusal(from: address) == nil
        case .answer: try desk.mayAnswerWait(from: address)
        }
    }

    @Test(
        "a flood holds a few processes, however many addresses of its network it uses, and in whatever order it asks",
        arguments: [
            ("192.0.2.1", 3), ("192.0.2.N", 8), ("2001:db8::N", 3), ("2001:db8:0:N::1", 5), ("2001:db8:0:N00::1", 8),
        ] as [(String, Int)], ["r", "a", "ra", "ar", "rra", "aar"])
    func flood(network: (addresses: String, most: Int), order: String) throws {
        let desk = try Desk()
        let uses = order.map { $0 == "r" ? Use.request : .answer }
        var (ends, held, number) = ([Int64](), 0, 0)
        // Some 1,000 tries a second.
        for _ in 0..<3_000 {
            desk.now += 1
            ends.removeAll { $0 <= desk.now }
            number += 1
            let use = uses[number % uses.count]
            if try isAdmitted(use, from: network.addresses.replacing("N", with: "\(number % 90 + 10)"), desk) {
                ends.append(desk.now + use.rawValue)
            }
            held = max(held, ends.count)
        }
        #expect((2...network.most) ~= held)
    }

    @Test(
        "a thousand people of one provider are admitted, who all sign in within half an hour, some with mistakes",
        arguments: ["2001:db8:0:N::1", "192.0.2.N"], [1, 2, 3] as [UInt64])
    func provider(network: String, seed: UInt64) throws {
        let desk = try Desk()
        var random = SeededRandom(seed)
        var calls: [(time: Int64, use: Use, address: String)] = []
        for person in 0..<1_000 {
            let isOfIPv6 = network.contains(":")
            let name = isOfIPv6 ? String(person * 61 % 65_536, radix: 16) : String(person % 256)
            let address = network.replacing("N", with: name)
            var time = Int64.random(in: 0..<1_800_000, using: &random)
            calls.append((time, .request, address))
            time += .random(in: 8_000..<60_000, using: &random)
            calls.append((time, .answer, address))
            // One of five mistypes the code.
            if person % 5 == 0 { calls.append((time + .random(in: 4_000..<15_000, using: &random), .answer, address)) }
        }
        let start = desk.now
        var refused = 0
        for call in calls.sorted(by: { $0.time < $1.time }) {
            desk.now = start + call.time
            if try !isAdmitted(call.use, from: call.address, desk) { refused += 1 }
        }
        #expect(refused == 0)
    }

    @Test(
        "no network of one provider uses up an hour's mails, and each larger one causes more",
        arguments: [("192.0.2.1", 150), ("2001:db8::N", 150), ("2001:db8:0:N::1", 720), ("2001:db8:0:N00::1", 3_120)])
    func mails(network: String, most: Int) throws {
        let desk = try Desk()
        var mails = 0
        // Four a second.
        for number in 0..<14_400 {
            let address = network.replacing("N", with: String(number % 256, radix: 16))
            if try isAdmitted(.request, from: address, desk) { mails += 1 }
            desk.now += 250
        }
        #expect((most - 3...most) ~= mails)
        #expect(mails < 3_600)
    }
}

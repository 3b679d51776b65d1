internal import JSON
internal import Synchronization

/// The sandbox's mailbox, read through its control API.
final class DemoMailBox: Sendable {
    private struct State {
        /// The number of the last event that was read.
        var last: Int64 = 0
        /// The codes of each address, the latest last.
        var codes: [String: [String]] = [:]
    }

    private let http: DemoHTTP
    private let state = Mutex(State())

    init(http: DemoHTTP) { self.http = http }

    /// The codes that were sent to an address, the latest last.
    func codes(to address: String) async throws(DemoDifference) -> [String] {
        // The last event is read again: without any event, the sandbox would wait for one.
        let before = max(0, state.withLock(\.last) - 1)
        let answer = try await http.send("GET", "/sandbox/events?after=\(before)")
        guard let events = answer.json?["events"] else {
            throw DemoDifference("the mailbox", found: "status \(answer.status)")
        }
        return state.withLock { state in
            for event in events.elements {
                guard let number = event["number"]?.integer, number > state.last else { continue }
                state.last = number
                guard event["kind"]?.string == "mail", let detail = event["detail"], let to = detail["to"]?.string,
                    let code = detail["code"]?.string
                else { continue }
                state.codes[to, default: []].append(code)
            }
            return state.codes[address] ?? []
        }
    }

    /// The code that the last call sent to an address.
    ///
    /// - Parameter count: how many codes there were before.
    func newCode(to address: String, after count: Int) async throws(DemoDifference) -> String {
        let codes = try await codes(to: address)
        guard codes.count == count + 1, let code = codes.last else {
            throw DemoDifference("one new code in the mailbox of \(address)", found: "\(codes.count - count)")
        }
        return code
    }
}

internal import JSON

/// The sandbox's mail box, read through its control API.
struct DemoMailBox: Sendable {
    let http: DemoHTTP

    /// The codes that an address has been sent, the latest last.
    func codes(to address: String) async throws(DemoDifference) -> [String] {
        let answer = try await http.send("GET", "/sandbox/events?after=0")
        guard let events = answer.json?["events"] else {
            throw DemoDifference("the mail box", found: "status \(answer.status)")
        }
        return events.elements.filter { $0["kind"]?.string == "mail" && $0["detail"]?["to"]?.string == address }
            .compactMap { $0["detail"]?["code"]?.string }
    }

    /// The code that a call just sent to an address.
    ///
    /// - Parameter count: how many there had been before.
    func newCode(to address: String, after count: Int) async throws(DemoDifference) -> String {
        let codes = try await codes(to: address)
        guard codes.count == count + 1, let code = codes.last else {
            throw DemoDifference("one new code in the mail box of \(address)", found: "\(codes.count - count)")
        }
        return code
    }
}

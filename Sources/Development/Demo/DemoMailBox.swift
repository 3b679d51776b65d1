internal import HTTP
internal import JSON

/// The sandbox's mailbox, read through its control API.
struct DemoMailBox: Sendable {
    let http: DemoHTTP

    /// The only code that was sent to an address.
    func code(to address: String) async throws(DemoDifference) -> String {
        let answer = try await http.send(.get, "/sandbox/mails?to=\(address)")
        let codes = answer.json?["mails"]?.elements.compactMap { $0["code"]?.string } ?? []
        guard codes.count == 1 else {
            throw DemoDifference("one code in the mailbox of \(address)", found: "\(codes.count)")
        }
        return codes[0]
    }
}

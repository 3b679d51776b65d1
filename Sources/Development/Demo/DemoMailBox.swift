internal import JSON

/// The sandbox's mailbox, read through its control API.
struct DemoMailBox: Sendable {
    let http: DemoHTTP

    /// The codes that were sent to an address, the latest last.
    func codes(to address: String) async throws(DemoDifference) -> [String] {
        let answer = try await http.send("GET", "/sandbox/mails?to=\(address)")
        guard let mails = answer.json?["mails"] else {
            throw DemoDifference("the mailbox", found: "status \(answer.status)")
        }
        return mails.elements.compactMap { $0["code"]?.string }
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

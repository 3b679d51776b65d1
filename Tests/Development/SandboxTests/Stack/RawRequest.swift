import LoopbackSockets
import TestSupport
import Testing

extension StackFixture {
    /// Sends a request without a body exactly as written, because HTTP clients would tidy it up; returns the answer's
    /// status.
    func raw(_ head: String) async throws -> Int {
        let port = try #require(url.split(separator: ":").last.flatMap { UInt16($0) })
        let answer = try await onThread {
            let socket = try LoopbackSocket(connectedTo: port)
            socket.setPatience(seconds: 30)
            _ = socket.send(Array((head + "\r\nConnection: close\r\n\r\n").utf8))
            return (try? socket.nextBytes()) ?? []
        }
        let words = String(decoding: answer.prefix(64), as: UTF8.self).split(separator: " ")
        return try #require(words.dropFirst().first.flatMap { Int($0) }, "no status in \(words)")
    }
}

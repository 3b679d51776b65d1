import Foundation
import TestSupport
import Testing

extension StackFixture {
    /// Sends a request without a body exactly as written; returns the answer's status.
    func raw(_ head: String) async throws -> Int {
        let port = try #require(url.split(separator: ":").last.flatMap { UInt16($0) })
        let answer = try await onThread { try RawRequest.answer(to: head, port: port) }
        let words = String(decoding: answer.prefix(64), as: UTF8.self).split(separator: " ")
        return try #require(words.dropFirst().first.flatMap { Int($0) }, "no status in \(words)")
    }
}

/// Sends bytes over a socket of its own, because HTTP clients would tidy up the request.
private enum RawRequest {
    static func answer(to head: String, port: UInt16) throws -> [UInt8] {
        let request = Array((head + "\r\nConnection: close\r\n\r\n").utf8)
        #if canImport(Darwin)
        let stream = SOCK_STREAM
        #else
        let stream = Int32(SOCK_STREAM.rawValue)
        #endif
        let descriptor = socket(AF_INET, stream, 0)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(connected == 0)
        try #require(unsafe send(descriptor, request, request.count, 0) == request.count)
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return answer }
            answer += buffer[..<count]
        }
    }
}

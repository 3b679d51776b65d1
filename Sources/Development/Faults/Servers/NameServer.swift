#if os(Linux)
internal import CLibrary
internal import Foundation
package import LoopbackSockets
internal import Synchronization

/// A name server on port 53 of 127.0.0.1, which says that every name is this machine, or says nothing (RFC 1035). It
/// takes a network of its own to have that port: see scripts/faults.sh.
package final class NameServer: Sendable {
    private let descriptor: Int32
    private let state = Mutex((silent: Set<String>(), silenced: Set<String>(), isStopped: false))

    /// Starts answering.
    package init() throws(SystemCallError) {
        descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .last("socket") }
        guard unsafe LoopbackSocket.withAddress(port: 53, { unsafe bind(descriptor, $0, $1) }) == 0 else {
            throw .last("bind to port 53")
        }
        Thread.detachNewThread { [self] in serve() }
    }

    /// Begins or ends to leave questions for a name unanswered.
    func silence(_ name: String, _ isSilent: Bool) {
        state.withLock { state in
            if isSilent {
                state.silent.insert(name)
            } else {
                state.silent.remove(name)
                state.silenced.remove(name)
            }
        }
    }

    /// Whether a question for the name has been left unanswered.
    func hasSilenced(_ name: String) -> Bool { state.withLock { $0.silenced.contains(name) } }

    private func serve() {
        var buffer = [UInt8](repeating: 0, count: 512)
        while true {
            var sender = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let count = unsafe withUnsafeMutablePointer(to: &sender) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                    unsafe recvfrom(descriptor, &buffer, buffer.count, 0, generic, &length)
                }
            }
            guard count > 0, let question = NameQuestion(Array(buffer[..<count])) else { continue }
            let isSilent = state.withLock { state in
                guard state.silent.contains(question.name) else { return false }
                state.silenced.insert(question.name)
                return true
            }
            guard !isSilent else { continue }
            let answer = question.answer
            unsafe withUnsafePointer(to: &sender) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe _ = sendto(descriptor, answer, answer.count, 0, $0, length)
                }
            }
        }
    }
}

/// A question for a name's address.
private struct NameQuestion {
    let name: String
    private let identifier: [UInt8]
    private let question: [UInt8]
    private let isForIPv4: Bool

    /// Reads a message (RFC 1035 section 4); nil if it does not hold a question.
    init?(_ message: [UInt8]) {
        guard message.count > 16 else { return nil }
        var (labels, position) = ([String](), 12)
        while position < message.count, message[position] > 0 {
            let end = position + 1 + Int(message[position])
            guard end < message.count else { return nil }
            labels.append(String(decoding: message[(position + 1)..<end], as: UTF8.self))
            position = end
        }
        guard position + 5 <= message.count else { return nil }
        name = labels.joined(separator: ".").lowercased()
        identifier = Array(message[..<2])
        question = Array(message[12..<(position + 5)])
        isForIPv4 = message[position + 2] == 1
    }

    /// 127.0.0.1, or nothing for the other kinds of addresses.
    var answer: [UInt8] {
        let record: [UInt8] = [0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, 127, 0, 0, 1]
        return identifier + [0x81, 0x80, 0, 1, 0, isForIPv4 ? 1 : 0, 0, 0, 0, 0] + question + (isForIPv4 ? record : [])
    }
}
#endif

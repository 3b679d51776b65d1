#if os(Linux)
internal import CLibrary
internal import LoopbackServer

extension FaultyServer {
    /// Answers a request; false if the connection is to be closed.
    func answer(_ request: LoopbackRequest, _ fault: ServiceFault?, _ connection: ServiceConnection) -> Bool {
        let faulty = FaultAnswer(request: request)
        switch fault {
        case nil:
            return connection.send(answer(request).bytes(answering: request))
        case .silent:
            connection.waitForEnd()
            return false
        case .dripping:
            for byte in FaultAnswer.whole(200, Array("{\"a\":\"\(String(repeating: "a", count: 600))\"}".utf8)) {
                guard connection.send([byte]) else { return false }
                usleep(20_000)
            }
            return false
        case .resetting:
            connection.resetOnClose()
            return false
        case .closing, .down, .otherAuthority, .otherHost, .noAddress: return false
        case .status400: return connection.send(faulty.refusal(400, type: "ValidationException"))
        case .status401: return connection.send(faulty.refusal(401, type: "unauthorized"))
        case .status403: return connection.send(faulty.refusal(403, type: "AccessDeniedException"))
        case .status404: return connection.send(faulty.refusal(404, type: "NotFoundException"))
        case .status500: return connection.send(faulty.refusal(500, type: "InternalServerError"))
        case .status503: return connection.send(faulty.refusal(503, type: "ServiceUnavailable"))
        case .status429: return connection.send(faulty.refusal(429, type: "TooManyRequestsException"))
        case .throttling: return connection.send(faulty.refusal(400, type: "ThrottlingException"))
        case .html: return connection.send(faulty.page)
        case .otherJSON: return connection.send(faulty.otherJSON)
        case .huge:
            guard connection.send(FaultAnswer.endlessHead) else { return false }
            // More than any limit, and an end in case that a function reads on and on.
            for _ in 0..<512 { guard connection.send(FaultAnswer.endlessPart) else { return false } }
            return false
        case .cutShort:
            var answer = answer(request)
            answer.isCutOff = true
            _ = connection.send(answer.bytes(answering: request))
            return false
        case .chunkCut:
            _ = connection.send(FaultAnswer.chunkCut(answer(request)))
            return false
        case .redirecting: return connection.send(faulty.redirection(address))
        }
    }
}
#endif

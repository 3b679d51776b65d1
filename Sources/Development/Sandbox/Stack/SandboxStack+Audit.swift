internal import JSON
internal import LocalCognito
internal import LoopbackServer

/// The audit log, `GET /sandbox/audit`, with `who=<digest>` for the lines of one user; several digests may be named.
extension SandboxStack {
    /// The lines, and with what setting and what key the functions write them now. `scripts/passkeys who-signed-in`
    /// computes the digest with the key, which protects nothing here.
    nonisolated func auditLines(_ request: LoopbackRequest) async -> [UInt8] {
        let digests = request.query.filter { $0.name == "who" }.map(\.value)
        let lines = audit.lines(of: digests.isEmpty ? nil : Set(digests))
        let settings = await settings
        let ((detail, key), pool) = (settings.auditInForce, settings.pool)
        return JSONWriter.object { answer in
            answer.member("audit", detail)
            answer.member("key", key)
            answer.member("userPoolId", pool.id)
            answer.member("region", pool.region)
            answer.member("lines", array: lines.map { Array($0.bytes) })
        }
    }
}

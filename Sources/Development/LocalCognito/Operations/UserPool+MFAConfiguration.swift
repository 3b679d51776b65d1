internal import JSON

extension UserPool {
    /// `GetUserPoolMfaConfig`. The pool has no second factor.
    func userPoolMFAConfiguration(_ request: PoolRequest) throws(PoolError) -> [UInt8] {
        try checkPool(request)
        return JSONWriter.object { $0.member("MfaConfiguration", "OFF") }
    }
}

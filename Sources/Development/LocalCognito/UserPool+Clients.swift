/// The pool's app clients.
extension UserPool {
    /// Replaces the attributes that apps may read and write through a client; nil allows all.
    package func setAttributes(readable: [String]?, writable: [String]?, ofClient id: String) {
        for index in clients.indices where clients[index].id == id {
            clients[index].readAttributes = readable
            clients[index].writeAttributes = writable
        }
    }

    /// The client with this id.
    ///
    /// - Throws: `ResourceNotFoundException`.
    func appClient(_ id: String) throws(PoolError) -> AppClient {
        guard let client = clients.first(where: { $0.id == id }) else {
            throw PoolError(.resourceNotFound, "User pool client \(id) does not exist.")
        }
        return client
    }
}

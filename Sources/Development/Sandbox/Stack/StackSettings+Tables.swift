internal import StandIns

extension StackSettings {
    /// The stand-in for the tables, in a file if the sandbox is to keep its users.
    ///
    /// - Throws: `SandboxError.stateNotKept` if the file cannot be used. It is then left unchanged.
    func tables() throws(SandboxError) -> TableStandIn {
        let schemas = [TableSchema(Self.stateTableName), TableSchema(Self.usersTableName, hasSortKey: true)]
        guard let stateFile else { return TableStandIn(schemas) }
        do { return try TableStandIn(schemas, file: stateFile) } catch {
            throw (error as? StateFileError).map(SandboxError.init)
                ?? .stateNotKept(path: stateFile, reason: "\(error)")
        }
    }
}

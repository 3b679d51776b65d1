import EmailCodes
import StandIns

/// A storage of codes, empty at first.
enum StorageKind: CaseIterable {
    case memory, table, tableThatLosesReplies

    func storage() -> any CodeStorage {
        guard self != .memory else { return MemoryCodeStorage() }
        let server = TableServer()
        server.losesReplies = self == .tableThatLosesReplies
        return server.storage()
    }
}

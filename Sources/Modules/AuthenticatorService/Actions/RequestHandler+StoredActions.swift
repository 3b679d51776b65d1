extension RequestHandler {
    /// A tracked action; nil if it is unknown.
    func action(_ id: ActionID) throws(APIError) -> ActionRecord? {
        try asking { () throws(StorageError) in try storage.action(id, at: now) }
    }

    /// Changes a tracked action. If another request changes it at the same time, the change is decided anew.
    func changeAction(
        _ id: ActionID, _ change: (ActionRecord?) -> ActionRecord
    ) throws(APIError) -> ActionRecord {
        for _ in 0..<3 {
            let former = try action(id)
            let changed = change(former)
            if changed == former { return changed }
            let isSaved = try asking { () throws(StorageError) in
                try storage.save(changed, as: id, replacing: former, by: attempt)
            }
            if isSaved { return changed }
        }
        throw .unavailable
    }
}

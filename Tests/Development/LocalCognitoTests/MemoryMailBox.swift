import LocalCognito
import Synchronization

/// Keeps messages in memory.
final class MemoryMailBox: MailBox {
    private let state = Mutex<[PoolMail]>([])

    /// An empty mail box.
    init() {}

    /// The messages so far, oldest first.
    var messages: [PoolMail] { state.withLock { $0 } }

    func deliver(_ mail: PoolMail) { state.withLock { $0.append(mail) } }
}

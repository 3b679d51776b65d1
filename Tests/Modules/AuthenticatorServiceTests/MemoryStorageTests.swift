import AuthenticatorService
import AuthenticatorTestSupport
import Testing

@Suite("Memory storage")
struct MemoryStorageTests {
    @Test("keeps the contract", arguments: StorageContract.all)
    func keepsTheContract(_ rule: StorageContract) throws {
        try rule.check(MemoryStorage())
    }
}

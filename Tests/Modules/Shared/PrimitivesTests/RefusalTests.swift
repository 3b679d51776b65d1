import Primitives
import Testing

/// SetupFaultTests has the whole list.
@Suite("The words of refusals")
struct RefusalTests {
    @Test("tell what a wrong setting causes from what a user does")
    func setupFaultsAreToldFromMistakes() {
        #expect(SetupFault.isOne(Refusal.otherFlow.rawValue))
        #expect(!SetupFault.isOne(Refusal.wrongUser.rawValue))
        #expect(!SetupFault.isOne(""))
    }
}

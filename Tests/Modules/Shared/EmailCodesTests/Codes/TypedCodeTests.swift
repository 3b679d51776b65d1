import EmailCodes
import Testing

@Suite("A code as somebody types or pastes it")
struct TypedCodeTests {
    @Test(
        "spaces and hyphens do not count in digits",
        arguments: [
            "123456", "123 456", "123-456", " 1 2 3 4 5 6\r\n", "\t123456",
            String(repeating: " ", count: 58) + "123456",
        ])
    func digitsAreForgiving(answer: String) {
        #expect(TypedCode(answer, digits: 6) == .digits("123456"))
    }

    @Test(
        "case, spaces, hyphens and characters that look alike do not count in a long code",
        arguments: [
            "0123-4567-89AB-CDEF", "0123456789abcdef", " 0L23 4567 89AB CDEF\n",
            "OI23-4567-89AB-CDEF", "oi234567-89abcdef", "0l23-4567-89aB-CdEf",
        ])
    func longCodesAreForgiving(answer: String) {
        #expect(TypedCode(answer, digits: 6) == .long("0123456789ABCDEF"))
    }

    @Test(
        "anything else is no code",
        arguments: [
            "", "12345", "1234567", "12345a", "１23456", "0123-4567-89AB-CDE", "0123-4567-89AB-CDEFG",
            "0123-4567-89AB-CDEU", "0123-4567-89AB-CDE!", "0123-4567-89AB-CDEé",
            String(repeating: " ", count: 59) + "123456",
        ])
    func otherTextIsNoCode(answer: String) {
        #expect(TypedCode(answer, digits: 6) == nil)
    }
}

import Primitives
import Testing

@Suite("ASCII classes")
struct ASCIITests {
    static let digits = "0123456789"
    static let capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    static let small = "abcdefghijklmnopqrstuvwxyz"

    static let classes: [(name: String, isMember: @Sendable (UInt8) -> Bool, members: String)] = [
        ("digits", { $0.isASCIIDigit }, digits), ("capitals", { $0.isASCIIUppercase }, capitals),
        ("small letters", { $0.isASCIILowercase }, small), ("letters", { $0.isASCIILetter }, capitals + small),
        ("letters and digits", { $0.isASCIIAlphanumeric }, capitals + small + digits),
        ("characters of names", { $0.isASCIINameCharacter }, capitals + small + digits + "-_"),
    ]

    @Test("each class contains exactly its own byte values", arguments: classes.indices)
    func membersOfEachClass(index: Int) {
        let (name, isMember, members) = Self.classes[index]
        #expect((UInt8.min...UInt8.max).filter(isMember) == members.utf8.sorted(), "\(name)")
    }

    @Test("capital letters become small, and every other byte stays the same")
    func lowercased() {
        for byte in UInt8.min...UInt8.max {
            let isCapital = Self.capitals.utf8.contains(byte)
            #expect(byte.asciiLowercased == (isCapital ? byte + 32 : byte))
        }
    }

    @Test("22 bytes are hexadecimal digits, each with the value that Swift gives it")
    func hexadecimalDigits() {
        for byte in UInt8.min...UInt8.max {
            #expect(byte.hexadecimalValue.map { Int($0) } == Character(Unicode.Scalar(byte)).hexDigitValue)
        }
        #expect((UInt8.min...UInt8.max).filter { $0.hexadecimalValue != nil }.count == 22)
    }
}

import EmailCodes
import Testing

@Suite("Keys of codes")
struct CodeKeysTests {
    @Test(
        "are no keys if one of them is shorter than 32 bytes",
        arguments: [(32, 32, 32), (31, 32, 32), (32, 31, 32), (32, 32, 31), (32, 0, 32), (0, 0, 0)])
    func keysHaveALength(codes: Int, previous: Int, counting: Int) {
        func key(_ count: Int) -> [UInt8] { [UInt8](repeating: 1, count: count) }
        let keys = CodeKeys(codes: key(codes), previous: key(previous), counting: key(counting))
        #expect((keys != nil) == (min(codes, previous, counting) == 32))
    }
}

import OpenSSLCrypto
import TestKeys
import Testing

@Suite("A modulus")
struct ModulusTests {
    @Test("sums, products, powers and remainders of small numbers are right")
    func smallNumbers() throws {
        let modulus = try Modulus([13])
        #expect(try modulus.sum([7], [9]) == [3])
        #expect(try modulus.product([7], [9]) == [11])
        #expect(try modulus.power([2], [0, 10]) == [10])
        #expect(try modulus.remainder([1, 0]) == [9])
        #expect(try modulus.remainder([26]) == [])
        #expect(try modulus.power([5], []) == [1])
    }

    @Test("Fermat's theorem holds for the prime 2^521 - 1")
    func largePrime() throws {
        let prime = [0x01] + [UInt8](repeating: 0xFF, count: 65)
        var exponent = prime
        exponent[65] = 0xFE
        #expect(try Modulus(prime).power([3], exponent) == [1])
    }

    @Test(
        "an even modulus, one, zero and an empty modulus are refused",
        arguments: [[], [0], [1], [0, 1], [4], [1, 0]] as [[UInt8]])
    func invalidModulus(bytes: [UInt8]) {
        #expect(throws: CryptoError.invalidKey) { try Modulus(bytes) }
    }
}

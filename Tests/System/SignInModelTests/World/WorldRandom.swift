import TestSupport

/// Random bytes that are the same in every run, so that a seed repeats a walk.
final class WorldRandom {
    var next: UInt64 = 1

    func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            var generator = SeededRandom(next)
            next += 1
            let word = generator.next()
            bytes += stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
        }
        return Array(bytes.prefix(count))
    }
}

internal import Essentials

/// What is measured of a program. The figures are medians.
package enum BenchQuantity: String, Sendable {
    /// From starting the program until its first request is read, in milliseconds.
    case start
    /// From writing an event until its answer is read, in microseconds: the median of the runs' medians.
    case roundTrip = "round trip"
    /// The processor time of one event, in microseconds: the median of the runs' means.
    case processor = "CPU per event"
    /// In megabytes of 1,000,000 bytes.
    case memory = "peak memory"
    /// The size of the function's zip, in megabytes.
    case zip
    /// The processor time from the start of the process to its first answer, which takes a call over HTTPS, in
    /// milliseconds, if the program trusts all roots of the machine. It does not contain any waiting, so it follows how
    /// long the answer takes with a share of a processor.
    case allRoots = "all roots"
    /// The same, if the program trusts only the root of the service.
    case oneRoot = "one root"
    /// The part of `allRoots` that comes after the event.
    case afterEvent = "of it after the event"

    /// A figure with its unit.
    func text(_ figure: Double?) -> String {
        guard let figure else { return "-" }
        return switch self {
        case .start, .allRoots, .oneRoot, .afterEvent: figure.text(2) + " ms"
        case .roundTrip, .processor: figure.text(1) + " us"
        case .memory, .zip: figure.text(2) + " MB"
        }
    }
}

/// What was measured of one program; a quantity that was not measured is absent.
package typealias BenchFigures = [BenchQuantity: Double]

/// The figures of several runs.
typealias BenchSamples = [BenchQuantity: [Double]]

extension BenchSamples {
    mutating func add(_ figure: Double, as quantity: BenchQuantity) { self[quantity, default: []].append(figure) }
}

extension [Double] {
    /// The middle value, or the mean of the two middle values; nil for an empty array.
    package var median: Double? {
        guard !isEmpty else { return nil }
        let sorted = sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}

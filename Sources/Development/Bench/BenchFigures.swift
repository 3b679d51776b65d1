/// The figures of one program: medians of its samples.
package struct BenchFigures: Sendable {
    /// The program's name.
    package let name: String
    /// From before its start to its first request read, in milliseconds.
    package let start: Double
    /// From an event written to its answer read, in microseconds.
    package let roundTrip: Double
    /// The processor time of an event, in microseconds.
    package let processor: Double
    /// The peak of the resident memory, in megabytes of 1,000,000 bytes.
    package let memory: Double
    /// The size of its zip, in megabytes; nil where there is no zip.
    package let zip: Double?

    /// Figures as they stand.
    package init(name: String, start: Double, roundTrip: Double, processor: Double, memory: Double, zip: Double?) {
        self.name = name
        self.start = start
        self.roundTrip = roundTrip
        self.processor = processor
        self.memory = memory
        self.zip = zip
    }

    /// The medians of samples; nil when something was never measured.
    package init?(name: String, samples: BenchSamples, zip: Double?) {
        guard let start = samples.starts.median, let roundTrip = samples.roundTrips.median,
            let processor = samples.processor.median, let memory = samples.memory.median
        else { return nil }
        self.init(name: name, start: start, roundTrip: roundTrip, processor: processor, memory: memory, zip: zip)
    }
}

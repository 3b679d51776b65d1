/// The figures of one program, which are the medians of its samples.
package struct BenchFigures: Sendable {
    /// The program's name.
    package let name: String
    /// The time from starting the program until its first request is read, in milliseconds.
    package let start: Double
    /// The time from writing an event until its answer is read, in microseconds.
    package let roundTrip: Double
    /// The processor time of one event, in microseconds.
    package let processor: Double
    /// The peak resident memory, in megabytes of 1,000,000 bytes.
    package let memory: Double
    /// The size of the program's zip, in megabytes; nil if there is no zip.
    package let zip: Double?

    /// Creates figures from their values.
    package init(name: String, start: Double, roundTrip: Double, processor: Double, memory: Double, zip: Double?) {
        self.name = name
        self.start = start
        self.roundTrip = roundTrip
        self.processor = processor
        self.memory = memory
        self.zip = zip
    }

    /// The medians of samples; nil if a quantity was never measured.
    package init?(name: String, samples: BenchSamples, zip: Double?) {
        guard let start = samples.starts.median, let roundTrip = samples.roundTrips.median,
            let processor = samples.processor.median, let memory = samples.memory.median
        else { return nil }
        self.init(name: name, start: start, roundTrip: roundTrip, processor: processor, memory: memory, zip: zip)
    }
}

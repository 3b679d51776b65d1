/// A program under measurement, with the event it is given.
struct BenchSubject {
    /// The name in the report.
    let name: String
    /// The path of the program.
    let executable: String
    /// What the program is configured with.
    let environment: [String: String]
    /// The event that it answers over and over.
    let event: [UInt8]
    /// The limits of its figures; nil where only the figures are of interest.
    let requirement: BenchRequirement?
    /// The size of its zip, in megabytes.
    let zip: Double?
}

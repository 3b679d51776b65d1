internal import Foundation

/// The folder from which libFuzzer takes the first inputs.
struct SeedFolder {
    private let folder: URL

    init(_ folder: URL) { self.folder = folder }

    /// Writes the seeds of a target into `seeds/`, and its words into `words.dict`.
    func write(_ target: FuzzTarget) throws {
        let seeds = folder.appending(path: "seeds")
        try? FileManager.default.removeItem(at: seeds)
        try FileManager.default.createDirectory(at: seeds, withIntermediateDirectories: true)
        for (number, seed) in target.seeds().enumerated() where seed.count <= target.maximumLength {
            try Data(seed).write(to: seeds.appending(path: "\(number)"))
        }
        let words = target.words.map { word in
            "\"" + word.utf8.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\"\n"
        }
        try Data(words.joined().utf8).write(to: folder.appending(path: "words.dict"))
    }
}

#if os(Linux)
internal import Foundation

/// What a process uses of the machine, as the kernel tells it.
struct ProcessFigures: Sendable {
    /// The memory in use, in bytes.
    let memory: Int
    /// The number of open files.
    let descriptors: Int

    /// Reads the figures of a process.
    ///
    /// - Throws: `SoakError.noProcess` if there is no such process.
    init(of process: Int32) throws(SoakError) {
        guard let pages = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8),
            // The second figure is the resident memory, in pages.
            let resident = pages.split(separator: " ").dropFirst().first.flatMap({ Int($0) }),
            let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
        else { throw .noProcess }
        memory = resident * Int(sysconf(Int32(_SC_PAGESIZE)))
        descriptors = files.count
    }
}
#endif

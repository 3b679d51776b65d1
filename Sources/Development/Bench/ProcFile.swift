#if os(Linux)
private import CLibrary

/// Reads the kernel's small files about processes.
enum ProcFile {
    /// The first 16 KiB of a file as text.
    static func text(_ path: String) throws(BenchError) -> String {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .lastSystemError(path) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 16 << 10)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw .lastSystemError(path) }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// The processor cores on which this process and its children may run, in the kernel's form: `1` or `0-3`.
    static func allowedCores() throws(BenchError) -> String {
        let label = "Cpus_allowed_list:"
        let line = try text("/proc/self/status").split(separator: "\n").first { $0.hasPrefix(label) }
        guard let cores = line?.dropFirst(label.count).split(whereSeparator: \.isWhitespace).first else {
            throw .system("/proc/self/status", "no \(label)")
        }
        return String(cores)
    }
}
#endif

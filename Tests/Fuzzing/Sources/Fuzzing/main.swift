private import CLibFuzzer
private import CLibrary
private import Foundation

// Fuzzing                                    lists the targets
// Fuzzing TARGET --seeds FOLDER              writes the target's seeds and its dictionary into a folder
// Fuzzing TARGET [libFuzzer's arguments …]   fuzzes, or tries the files that are named

guard CommandLine.arguments.count > 1 else {
    print(FuzzTarget.all.map { $0.name }.joined(separator: "\n"))
    exit(0)
}
guard let target = FuzzTarget.all.first(where: { $0.name == CommandLine.arguments[1] }) else {
    print("There is no target \(CommandLine.arguments[1])")
    exit(2)
}
if CommandLine.arguments.count == 4, CommandLine.arguments[2] == "--seeds" {
    try SeedFolder(URL(filePath: CommandLine.arguments[3])).write(target)
    exit(0)
}
exit(Driver.run(target, arguments: Array(CommandLine.arguments.dropFirst(2))))

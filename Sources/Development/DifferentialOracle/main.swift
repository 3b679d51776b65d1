// The product's own verdicts on inputs from standard input, for `make differential`: one question a line, one verdict a
// line.

while let line = readLine() {
    print(String(decoding: DifferentialOracle.answer(Array(line.utf8)).line, as: UTF8.self))
}

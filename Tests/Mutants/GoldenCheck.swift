import Foundation

/// Tests the finder and the planting: each `*.swift.txt` of a folder has a `*.mutants.txt` with the
/// mutants that must be found and a `*.planted.txt` with the code that must be written.
struct GoldenCheck {
  let folder: URL

  /// Returns the exit code; what differs is written beside the folder's files as `*.found`.
  func run() throws -> Int32 {
    var failures = 0
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift.txt") }.sorted()
    guard !files.isEmpty else { throw MutantsError("\(folder.path) has no *.swift.txt") }
    for file in files {
      let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      var names = MutantNames(module: file)
      var sites = MutantFinder.sites(of: source, file: file, names: &names)
      var number = 0
      sites.number(from: &number)
      let mutants = sites.flatMap(\.mutants).map {
        "\($0.lines.lowerBound):\($0.column) \($0.operator.rawValue): "
          + ($0.operator == .drop ? "without `\($0.before)`" : "`\($0.before)` → `\($0.after)`")
      }
      let planted = Planting.text(source, sites: sites) { _ in .call }
      let choices = Planting.text(source, sites: sites) { _ in .choice }
      let name = file.dropLast(".swift.txt".count)
      for (kind, text) in [
        ("mutants", mutants.joined(separator: "\n") + "\n"), ("planted", planted),
        ("choices", choices),
      ] {
        let golden = folder.appending(path: "\(name).\(kind).txt")
        let expected = try? String(contentsOf: golden, encoding: .utf8)
        if expected == text { continue }
        failures += 1
        let found = folder.appending(path: "\(name).\(kind).found")
        try text.write(to: found, atomically: true, encoding: .utf8)
        report("\(golden.lastPathComponent) differs from what is found: \(found.path)")
      }
      guard
        source.split(separator: "\n", omittingEmptySubsequences: false).count
          == planted.split(separator: "\n", omittingEmptySubsequences: false).count
      else {
        report("\(file): planting moves lines")
        failures += 1
        continue
      }
    }
    report(failures == 0 ? "golden: as it should be" : "golden: \(failures) differ")
    return failures == 0 ? 0 : 1
  }
}

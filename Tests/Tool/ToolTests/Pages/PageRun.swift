import Foundation

/// A run of a page's examples, one after the other in a folder of their own, as a reader would type
/// them.
///
/// The folder has the bundled scenarios, results and tests. A page with a whole package has it beside a
/// folder `growthloop`, where this package is.
struct PageRun {
  /// The block that failed, with what it printed; `nil` if all did what the page says.
  private(set) var failure: String?
  /// The number of blocks that were run.
  private(set) var count = 0

  /// Runs the examples with the executables in `tools`; `withLong` also those that a page marks as
  /// long.
  ///
  /// - Throws: An error if the folder cannot be made, or a shell cannot be started.
  init(of page: Page, tools: String, withLong: Bool) throws {
    let folder = try TemporaryFolder()
    var script = """
      set -eo pipefail
      trap 'code=$?; for job in $(jobs -p); do kill $job 2>/dev/null || true; done; wait; exit $code' EXIT
      ln -s '\(Page.root.path)' growthloop
      mkdir page && cd page
      for folder in scenarios results Tests; do ln -s '\(Page.root.path)'/$folder $folder; done

      """
    var expected: [(block: Page.Block, file: String)] = []
    for block in page.blocks {
      guard let step = Self.step(block, withLong: withLong) else { continue }
      count += 1
      script += "echo \(block.line) > ../line\n"
      switch step {
      case .run(let commands): script += commands + "\n"
      case .print(let command):
        let file = "../printed-\(block.line)"
        expected.append((block, "printed-\(block.line)"))
        script += "\(command) > \(file)\n"
      case .write(let name):
        script +=
          "mkdir -p \"$(dirname '\(name)')\"\ncat > '\(name)' <<'END_OF_BLOCK'\n"
          + block.text + "END_OF_BLOCK\n"
      }
    }
    guard count > 0 else { return }
    let file = try folder.write("examples.sh", script)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["timeout", withLong ? "1800" : "600", "bash", file]
    process.currentDirectoryURL = folder.url
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = "\(tools):\(environment["PATH"] ?? "/usr/bin:/bin")"
    environment["GITHUB_ACTIONS"] = nil
    process.environment = environment
    let log = folder.url.appending(path: "log")
    try Data().write(to: log)
    let handle = try FileHandle(forWritingTo: log)
    process.standardOutput = handle
    process.standardError = handle
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let line = (try? folder.text("line"))?.trimmingCharacters(in: .whitespacesAndNewlines)
      failure =
        "\(page.name).md:\(line ?? "?"): exit \(process.terminationStatus)\n"
        + String((try? folder.text("log"))?.suffix(2_000) ?? "")
      return
    }
    for (block, file) in expected {
      let printed = try folder.text(file)
      guard printed.contains(block.text) else {
        failure = "\(page.name).md:\(block.line): it prints\n\(printed.prefix(4_000))"
        return
      }
    }
  }

  private enum Step {
    case run(String), print(String), write(String)
  }

  /// Returns what is done with a block; `nil` for one that is only shown.
  private static func step(_ block: Page.Block, withLong: Bool) -> Step? {
    switch (block.kind, block.words) {
    case ("sh", ""): .run(block.text)
    case ("sh", "long"): withLong ? .run(block.text) : nil
    case ("text", ""), (_, ""): nil
    case ("text", "run"): .print("swift run 2> ../swift-run")
    case ("text", let words):
      words.hasPrefix("example ")
        ? .print(
          "growthloop decide \(words.dropFirst(8)) --example | growthloop decide \(words.dropFirst(8))"
        )
        : .print("growthloop \(words)")
    case (_, let name): .write(name)
    }
  }
}

import Foundation
import GrowthloopReports
@testable import growthloop
import GrowthloopFindings
import Synchronization
import TestConsole
import Testing

@Suite("growthloop gate · its folder")
struct GateFolderTests {
  private static func plan(in folder: borrowing TemporaryFolder) throws -> String {
    _ = try folder.write(
      "book.yaml", "plan: contacts\ntitle: A book\nsizes: [20]\nrounds: 3\nsearches: 4\n")
    return try folder.write(
      "ready.yaml",
      """
      plan: gate
      title: Ready?
      stages:
        first: {kind: contacts, file: book.yaml}
        second: {kind: contacts, file: book.yaml}
      """)
  }

  private static func names(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  @Test func `a run takes the place of the one before, as a whole`() throws {
    let folder = try TemporaryFolder()
    let plan = try Self.plan(in: folder)
    let out = "\(folder.path)/out"
    #expect(growthloop("gate", plan, "--out", out).code == .success)
    #expect(try Self.names(out).contains("second"))
    #expect(growthloop("gate", plan, "--out", out, "--only", "first").code == .success)
    #expect(try Self.names(out).contains("first"))
    #expect(try !Self.names(out).contains("second"))
    #expect(try Self.names(folder.path) == ["book.yaml", "out", "ready.yaml"])
  }

  @Test func `nothing of somebody else is replaced`() throws {
    let folder = try TemporaryFolder()
    let plan = try Self.plan(in: folder)
    for path in [folder.path, plan] {
      let outcome = growthloop("gate", plan, "--out", path)
      #expect(outcome.code == .inputOutput)
      #expect(outcome.output == "")
    }
    #expect(try Self.names(folder.path) == ["book.yaml", "ready.yaml"])
  }

  @Test func `a plan that lies among results is not removed with them, nor is a link to them`()
    throws
  {
    let folder = try TemporaryFolder()
    let plan = try Self.plan(in: folder)
    let (out, link) = ("\(folder.path)/out", "\(folder.path)/link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "out")
    #expect(growthloop("gate", plan, "--out", out).code == .success)
    #expect(growthloop("gate", plan, "--out", link, "--only", "first").code == .success)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "out")
    #expect(try !Self.names(out).contains("second"))
    for name in ["ready.yaml", "book.yaml"] {
      try FileManager.default.copyItem(
        atPath: "\(folder.path)/\(name)", toPath: "\(out)/\(name)")
    }
    let outcome = growthloop("gate", "\(out)/ready.yaml", "--out", out)
    #expect(outcome.code == .inputOutput)
    #expect(outcome.complaints.contains("holds other files than those of a run of gates"))
    #expect(try Self.names(out).contains("ready.yaml"))
  }

  @Test func `a place that cannot be written is told before anything runs`() throws {
    let folder = try TemporaryFolder()
    let outcome = growthloop("gate", try Self.plan(in: folder), "--out", "/proc/growthloop/out")
    #expect(outcome.code == .inputOutput)
    #expect(
      outcome.complaints.hasPrefix(
        "growthloop: cannot write the results to '/proc/growthloop/out'"))
    #expect(!outcome.complaints.contains("first"))
  }

  @Test func `what fails half-way leaves nothing, and the run before as it was`() throws {
    let folder = try TemporaryFolder()
    let out = "\(folder.path)/out"
    #expect(growthloop("gate", try Self.plan(in: folder), "--out", out).code == .success)
    let before = try folder.text("out/run.json")
    do {
      let unfinished = try AtomicFolder(out)
      try unfinished.write(StageOutput.of(("summary.md", "half of it")))
      #expect(try Self.names(folder.path).count == 4)
      // A folder in the place of a file, as a full disk: it cannot be written.
      #expect(throws: InputOutputError.self) {
        try unfinished.write(StageOutput.of(("times.csv", "x")), of: "summary.md")
      }
    }
    #expect(try folder.text("out/run.json") == before)
    #expect(try Self.names(folder.path) == ["book.yaml", "out", "ready.yaml"])
  }

  /// A console at which somebody presses Ctrl-C once the first stage is done.
  private final class ImpatientConsole: MemoryConsole {
    private let actions = Mutex<[@Sendable () -> Void]>([])

    override func watchForInterrupts(_ action: @escaping @Sendable () -> Void) -> AnyObject? {
      actions.withLock { $0.append(action) }
      return nil
    }

    override func complain(_ text: String) {
      super.complain(text)
      if text.hasPrefix("first: ") { for action in actions.withLock({ $0 }) { action() } }
    }
  }

  @Test func `whoever interrupts keeps the stages that are finished`() throws {
    let folder = try TemporaryFolder()
    let out = "\(folder.path)/out"
    let console = ImpatientConsole()
    let code = Growthloop.run(
      ["gate", try Self.plan(in: folder), "--out", out], on: console)
    #expect(code == .interrupted)
    #expect(console.output.contains("second: not run: interrupted"))
    #expect(try Self.names(out).contains("first"))
    #expect(try !Self.names(out).contains("second"))
    #expect(try folder.text("out/run.json").contains("\"note\" : \"not run: interrupted\""))
  }

  @Test func `in GitHub Actions a run is annotated, and its summary added to the step`() throws {
    let folder = try TemporaryFolder()
    let plan = try Self.plan(in: folder)
    let summary = try folder.write("summary.md", "before\n")
    let outcome = growthloop(
      "gate", plan, "--out", "\(folder.path)/out", "--set",
      "stages.first.gates=[frame max < 1ns]",
      variables: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": summary])
    #expect(outcome.code == .gateMissed)
    #expect(outcome.complaints.contains("::error title=first%3A frame max < 1ns missed::"))
    let text = try folder.text("summary.md")
    #expect(text.hasPrefix("before\n## ❌ Ready?\n"))
    let unwritable = growthloop(
      "gate", plan, "--out", "\(folder.path)/out",
      variables: ["GITHUB_STEP_SUMMARY": "\(folder.path)/none/summary.md"])
    #expect(unwritable.code == .success)
    #expect(unwritable.complaints.contains("the step summary cannot be written"))
  }
}

import Foundation
import GrowthloopReports
import TestConsole
import Testing

@testable import growthloop

@Suite("growthloop init")
struct InitCommandTests {
  @Test func `the file that it writes can be checked and simulated`() async throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/mine.yaml"
    let written = growthloop("init", file, "--people", "2_000", "--title", "Our \"loop\": first")
    #expect(written.code == .success, "\(written.complaints)")
    #expect(growthloop("check", file).code == .success)
    let run = await growthloopOnThread(
      ["simulate", file, "--set", "days=20", "--replications", "2", "--metrics", "k"])
    #expect(run.code == .success, "\(run.complaints)")
    #expect(run.output.hasPrefix("Our \"loop\": first\n"))
  }

  @Test func `what it teaches as a comment is true when it is switched on`() throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/mine.yaml"
    _ = growthloop("init", file)
    let text = try folder.text("mine.yaml")
    // Keys follow their '#' at once, or after two blanks where they stand within another.
    let switched = try folder.write("on.yaml", text.replacing(/\n#(?=[a-z]|  )/, with: "\n"))
    let outcome = growthloop("check", switched)
    #expect(outcome.code == .success, "\(outcome.complaints)")
    #expect(text.contains("#policy:") && text.contains("#gates:"))
  }

  @Test func `a file that exists stays as it is`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("mine.yaml", "title: Mine\n")
    let outcome = growthloop("init", file)
    #expect(outcome.code == .usage)
    #expect(outcome.complaints.contains("exists and stays as it is"))
    #expect(try folder.text("mine.yaml") == "title: Mine\n")
  }

  @Test func `a wrong answer is an error with its place, and leaves no file`() throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/mine.yaml"
    let outcome = growthloop("init", file, "--people", "many")
    #expect(outcome.code == .badInput)
    #expect(outcome.complaints.contains("'market.people' must be a whole number"))
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func `on a terminal it asks for what no option gives`() throws {
    let folder = try TemporaryFolder()
    let console = AskedConsole("Our loop\n\n5_000\n\n\n30\n")
    let file = "\(folder.path)/mine.yaml"
    #expect(Growthloop.run(["init", file, "--profile", "design"], on: console) == .success)
    let text = try folder.text("mine.yaml")
    #expect(text.contains("title: \"Our loop\"\n") && text.contains("profile: design\n"))
    #expect(text.contains("people: 10_000\n"), "an empty line takes the default")
    #expect(text.contains("seeds: 5_000\n") && text.contains("days: 90\n"))
    #expect(!console.output.contains("the rules: "), "what an option gives is not asked for")
  }
}

/// A console at which someone types.
private final class AskedConsole: MemoryConsole {
  init(_ typed: String) { super.init(Array(typed.utf8)) }

  override var inputIsTerminal: Bool { true }
}

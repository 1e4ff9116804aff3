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

  @Test(arguments: ["messenger", "photo", "marketplace", "utility", "saas"])
  func `a template writes a team's own numbers, each with a source or assumed`(name: String) throws
  {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/mine.yaml"
    let written = growthloop(
      "init", file, "--template", name, "--actives", "3_000", "--share", "8%", "--tap", "35%",
      "--retention", "1:35%,7:15%,30:8%")
    #expect(written.code == .success, "\(written.complaints)")
    let checked = growthloop("check", file, "--parameters")
    #expect(checked.code == .success, "\(checked.complaints)")
    #expect(checked.output.contains("use.retention.7"))
    let text = try folder.text("mine.yaml")
    #expect(text.contains("members.active: 3_000") && text.contains("{value: 8%, source: our own"))
    #expect(text.contains("{1: 35%, 7: 15%, 30: 8%}\n") && text.contains("assumed"))
  }

  @Test func `a template that there is none of is refused, and so is a number without one`() {
    let unknown = growthloop("init", "none.yaml", "--template", "phto")
    #expect(unknown.code == .usage && unknown.complaints.contains("did you mean 'photo'"))
    let alone = growthloop("init", "none.yaml", "--share", "8%")
    #expect(alone.code == .usage && alone.complaints.contains("'--share' needs a template"))
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

import Foundation
import GrowthloopReports
import Testing

@testable import growthloop

@Suite("growthloop rollout", .timeLimit(.minutes(60)))
struct RolloutCommandTests {
  private static func file(in folder: borrowing TemporaryFolder, _ text: String = SmallRollout.text)
    throws -> String
  {
    try folder.write("rollout.yaml", "profile: product\n" + text)
  }

  @Test func `the advice stands first, then the guardrails, then the plans side by side`()
    async throws
  {
    let folder = try TemporaryFolder()
    let outcome = await growthloopOnThread(
      ["rollout", try Self.file(in: folder), "--out", folder.path])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    let advice = try #require(outcome.lines.firstIndex { $0.hasPrefix("Roll out to ") })
    let guardrails = try #require(outcome.lines.firstIndex { $0.hasPrefix("guardrail ") })
    let plans = try #require(outcome.lines.firstIndex { $0.hasPrefix("ramp ") })
    #expect(advice < guardrails && guardrails < plans)
    #expect(
      outcome.output.contains(
        "The plan as written (10%@0, 50%@2, 100%@4, pocock, hold) finds it in "))
    #expect(outcome.output.contains("after it, by invites that were sent before."))
    // The plan as written, another ramp, two policies and two rules, below a header.
    #expect(try folder.text("plans.csv").split(separator: "\n").count == 7)
    let page = try folder.text("report.html")
    #expect(page.contains("The ramp, day by day") && page.contains("<svg"))
    #expect(growthloop("report", folder.path).code == .success)
    #expect(try folder.text("report.html") == page)
  }

  @Test func `the bytes are the same for any number of workers`() async throws {
    let folder = try TemporaryFolder()
    let file = try Self.file(in: folder)
    let runs = [
      await growthloopOnThread(["rollout", file, "--json", "--workers", "1"]),
      await growthloopOnThread(["rollout", file, "--json", "--workers", "2"]),
    ]
    #expect(runs[0].code == .success)
    #expect(runs[0].output == runs[1].output)
    #expect(runs[0].output.contains("\"kind\" : \"rollout\""))
  }

  @Test func `where there is too little, the volume is said to forbid it, and what it would take`()
    async throws
  {
    let folder = try TemporaryFolder()
    let outcome = await growthloopOnThread([
      "rollout", try Self.file(in: folder), "--set", "sharing.visit=2%", "--set",
      "sharing.promptTap=0", "--set", "arrivals.seedsAre=cold",
    ])
    #expect(outcome.code == .success)
    #expect(
      outcome.output.contains(
        "No plan here is good enough for so few users, and this one comes nearest: "),
      "\(outcome.output)")
    #expect(outcome.output.contains(" If you ship at once, the most that can be lost in "))
    #expect(
      outcome.output.contains("The volume forbids a better plan: 'Share sheets completed' counts "))
    #expect(outcome.output.contains(" a day. With "))
    #expect(outcome.output.contains(" this plan would do."))
  }

  /// CNF-47: 100 from day 0 with prompts from day 14; 10, 50, 100; 5, 25, 100.
  @Test(arguments: [
    ("rin", "100%@0", "reaches everybody at once. No one is left to compare with"),
    ("product", "10%@0, 50%@2, 100%@4", "The plan as written (10%@0, 50%@2, 100%@4"),
    ("design", "5%@0, 25%@3, 100%@7", "The plan as written (5%@0, 25%@3, 100%@7"),
  ])
  func `CNF-47 · a rollout has the profile's stages`(
    profile: String, stages: String, words: String
  ) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("rollout.yaml", "profile: \(profile)\n" + SmallRollout.text)
    let outcome = await growthloopOnThread(["rollout", file])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    #expect(outcome.output.contains("The plan as written (\(stages), pocock, hold)"))
    #expect(outcome.output.contains(words))
    #expect(outcome.output.contains("prompts from day 14") == (profile == "rin"))
  }

  @Test(arguments: [
    ("[detection > 1%]", ExitCode.success, "kept"),
    ("[falseRollback > 90%]", .gateMissed, "missed"),
    ("[falseRollback < 5%, detection >= 0%]", .gateUndecided, "undecided"),
  ])
  func `gates decide the exit code, and stand in text, page and JSON`(
    gates: String, code: ExitCode, verdict: String
  ) async throws {
    let folder = try TemporaryFolder()
    let text = SmallRollout.text.replacing("  ramps: 100", with: "  ramps: 100\n  gates: \(gates)")
    let file = try Self.file(in: folder, text)
    let outcome = await growthloopOnThread(["rollout", file, "--json", "--out", folder.path])
    #expect(outcome.code == code, "\(outcome.complaints)")
    #expect(outcome.output.contains("\"verdict\" : \"\(verdict)\""))
    #expect(try folder.text("report.html").contains("id=\"gates\""))
    #expect(try folder.text("summary.md").contains("## Gates"))
    #expect(outcome.output.contains("rollout.ramps=") == (verdict == "undecided"))
  }

  @Test func `a defect that changes nothing is found by no guardrail`() async throws {
    let folder = try TemporaryFolder()
    let file = try Self.file(
      in: folder, SmallRollout.text.replacing("{sharing: {complete: 50%}}", with: "{days: 61}"))
    let outcome = await growthloopOnThread(["rollout", file])
    #expect(outcome.output.contains("since it harms none of the guardrails"))
    #expect(outcome.output.contains("The defect does not move 'Share sheets completed'."))
    #expect(!outcome.output.contains("it finds the defect in"))
  }

  @Test func `an improvement is no defect, and is said to be none`() async throws {
    let folder = try TemporaryFolder()
    let file = try Self.file(
      in: folder, SmallRollout.text.replacing("{complete: 50%}", with: "{complete: 95%}"))
    let outcome = await growthloopOnThread(["rollout", file])
    #expect(outcome.output.contains("No rollout can find this defect"))
    #expect(outcome.output.contains("The defect improves 'Share sheets completed', from 7"))
    #expect(outcome.output.contains(": there it is no defect"))
    #expect(!outcome.output.contains("Roll out to"))
  }

  @Test func `a minimum that is never counted is named`() async throws {
    let folder = try TemporaryFolder()
    let file = try Self.file(
      in: folder,
      SmallRollout.text.replacing("rule: pocock", with: "rule: pocock, minimum: 100_000"))
    let outcome = await growthloopOnThread(["rollout", file])
    #expect(
      outcome.output.contains(
        "'Share sheets completed' never decides in the plan as written: its minimum is 100,000"))
  }

  @Test func `rates that add up are named, and not the volume`() async throws {
    let folder = try TemporaryFolder()
    let three = ["flow.sheetCompletion", "flow.completion", "flow.sheetCompletion"].map {
      "    - {metric: \($0), falsePositives: 20%}"
    }
    let file = try Self.file(
      in: folder,
      SmallRollout.text.replacing(
        "    - {metric: flow.sheetCompletion, rule: pocock}", with: three.joined(separator: "\n")))
    let outcome = await growthloopOnThread(["rollout", file])
    #expect(outcome.output.contains("False rollbacks forbid it"))
    #expect(outcome.output.contains("The limits of 3 guardrails add up to 60.0%"))
    let shared = await growthloopOnThread([
      "rollout",
      try Self.file(
        in: folder,
        SmallRollout.text.replacing(
          "    - {metric: flow.sheetCompletion, rule: pocock}",
          with: three.joined(separator: "\n").replacing(", falsePositives: 20%", with: ""))),
    ])
    #expect(!shared.output.contains("False rollbacks forbid it"), "\(shared.output)")
  }

  @Test func `a wrong defect is a mistake of the file, at its place`() throws {
    let folder = try TemporaryFolder()
    let file = try Self.file(
      in: folder, SmallRollout.text.replacing("{complete: 50%}", with: "{complete: 150%}"))
    for command in ["check", "rollout"] {
      let outcome = growthloop(command, file)
      #expect(outcome.code == .badInput)
      let said = outcome.output + outcome.complaints
      #expect(said.contains("'sharing.complete' must be a share"), "\(said)")
    }
  }

  @Test func `Ctrl-C before the end is an interrupt, and no fault of the tool`() async throws {
    let folder = try TemporaryFolder()
    let outcome = await growthloopOnThread(
      ["rollout", try Self.file(in: folder)], interrupted: true)
    #expect(outcome.code == .interrupted)
    #expect(outcome.complaints.hasSuffix("growthloop: interrupted before anything was measured\n"))
  }

  @Test func `a change of the command line is the defect, and what it acts on the guardrail`()
    async throws
  {
    let folder = try TemporaryFolder()
    let file = try Self.file(in: folder)
    let outcome = await growthloopOnThread(
      ["rollout", file, "recipients.tap=20% sharing.recipients=1", "--json"])
    let written = await growthloopOnThread([
      "rollout", file, "--json", "--set", "rollout.guardrails=[{metric: conversion.tapped}]",
      "--set", "rollout.defect={recipients.tap: 20%, sharing.recipients: 1}",
    ])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    // Words of the command line have a title and a question of their own.
    func body(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { line in
        !["command", "title", "question"].contains { line.contains("\"\($0)\"") }
      }
    }
    #expect(body(outcome.output) == body(written.output))
    #expect(outcome.output.contains("conversion.tapped"))
    let wrong = growthloop("rollout", file, "recipients.tap")
    #expect(wrong.code == .usage)
    #expect(wrong.complaints.contains("is no change: write KEY=VALUE, such as recipients.tap=44%"))
  }

  @Test func `a scenario without a rollout is asked about shares that fail`() async throws {
    let folder = try TemporaryFolder()
    let text = SmallRollout.text.split(separator: "\nrollout:")[0]
    let file = try folder.write("plain.yaml", "profile: product\n\(text)\n")
    let outcome = await growthloopOnThread(["rollout", file])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    #expect(outcome.output.contains("\nflow.sheetCompletion"))
    #expect(
      outcome.complaints.contains(
        "warning: it has no section 'rollout'. This is of a change that fails a fifth of the shares "
          + "(sharing.complete=60%). For one of your own say what it does if it is bad: growthloop rollout "
          + "\(file) recipients.tap=30%"), "\(outcome.complaints)")
    #expect(growthloop("rollout").code == .usage)
  }
}

import Foundation
import GrowthloopLinkService
import GrowthloopReports
@testable import growthloop
import TestConsole
import TestSupport
import Testing
import GrowthloopFindings
import Vocabulary

@Suite("store · what becomes of a data folder", .timeLimit(.minutes(60)))
struct StoreCommandTests {
  /// A folder in which a service has kept something, gone when the test is.
  private final class Folder {
    let path = NSTemporaryDirectory() + "growthloop-cli-store-" + UUID().uuidString

    init(isEmpty: Bool = false) throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      if !isEmpty { try Data().write(to: URL(filePath: "\(path)/store.sqlite")) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  @Test(arguments: [
    ([], "missing PART: one of check, backup, restore, migrate, clock"),
    (["--json"], "missing PART: one of check, backup, restore, migrate, clock"),
    (["clok"], "unknown command 'clok'; did you mean 'clock'?"),
    (
      ["clock", "--now-is", "noon"], "'--now-is noon' must be a moment such as 2026-03-01T09:00:00Z"
    ),
    (["clock", "--now-is"], "'--now-is' needs a value"),
    (["clock", "--now-is-rigt"], "unknown option '--now-is-rigt'; did you mean '--now-is-right'?"),
    (
      ["clock", "--now-is-right", "--now-is", "2026-03-01T09:00:00Z"],
      "'--now-is-right' and '--now-is' contradict each other: give one"
    ),
    (["clock", "one", "two"], "unexpected argument 'two'"),
  ])
  func `a command line that cannot be followed ends with 64`(words: [String], said: String) {
    let outcome = run(["store"] + words, [])
    #expect(outcome.code == .usage)
    #expect(outcome.complaints.hasPrefix("growthloop: \(said)"), "\(outcome.complaints)")
  }

  @Test func `a folder without a store is refused, and nothing is made`() throws {
    let empty = try Folder(isEmpty: true)
    let gone = "\(empty.path)/gone"
    for (path, said) in [
      (gone, "there is no folder '\(gone)'"),
      (empty.path, "no service has kept links in '\(empty.path)'; name the folder of its '--data'"),
    ] {
      let outcome = growthloop("store", "clock", path, "--now-is-right")
      #expect(outcome.code == .inputOutput)
      #expect(outcome.complaints == "growthloop: \(said)\n")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: empty.path).isEmpty)
    let variables = ["XDG_STATE_HOME": empty.path]
    let usual = growthloop("store", "clock", variables: variables)
    #expect(usual.complaints == "growthloop: there is no folder '\(empty.path)/growthloop'\n")
  }

  @Test func `help names the parts, and each part helps with itself`() {
    let help = growthloop("store", "--help").output
    for part in StoreCommand.parts {
      #expect(help.contains("  \(part.name.padded(to: 7))  \(part.summary)"))
      let own = growthloop("store", part.name, "--help").output
      #expect(own.hasPrefix("growthloop store \(part.name)"))
      #expect(own == growthloop("help", "store", part.name).output)
    }
  }

  /// What the machine's clocks show two hours after the record was kept, with this jump between.
  private func machine(jumping jump: Interval) -> MachineClocks {
    MachineClocks(boot: "a") {
      ClockReading(wall: noon(0) + .hours(2) + jump, uptime: .hours(3))
    }
  }

  private func keepClock(in folder: Folder) throws {
    let reading = ClockReading(wall: noon(0), uptime: .hours(1))
    let clock = TrustedClock(resuming: nil, boot: "a", newest: nil, at: reading)
    try ClockFolder(folder.path).keep(ClockRecord(of: clock, boot: "a"))
  }

  private func arguments(_ words: [String]) throws -> Arguments {
    try Arguments(words, of: StoreClockCommand.manual)
  }

  private func clock(
    _ folder: Folder, _ words: String..., jumping jump: Interval = .zero
  ) throws -> String {
    let console = MemoryConsole()
    let code = try StoreClockCommand.run(
      arguments([folder.path] + words), on: console, by: machine(jumping: jump))
    #expect(code == .success)
    return console.output
  }

  @Test func `it shows both clocks, and how they stand`() throws {
    let folder = try Folder()
    #expect(
      try clock(folder) == """
        the machine's clock  2026-01-01T14:00:00Z
        the service's clock  –
        standing             no service has stored its clock here

        """)
    try keepClock(in: folder)
    #expect(
      try clock(folder) == """
        the machine's clock  2026-01-01T14:00:00Z
        the service's clock  2026-01-01T14:00:00Z
        standing             trusted: the machine's clock is followed

        """)
    #expect(
      try clock(folder, jumping: .days(9)) == """
        the machine's clock  2026-01-10T14:00:00Z
        the service's clock  2026-01-01T14:00:00Z
        standing             ahead: the machine's clock is 9 days ahead of the service's
        since                2026-01-01T12:00:00Z
        No due row is deleted until you decide: '--now-is-right' or '--now-is T'.

        """)
    #expect(
      try clock(folder, "--json", jumping: .minutes(-90)) == """
        {
          "folder" : "\(folder.path)",
          "leadMilliseconds" : -5400000,
          "machine" : "2026-01-01T12:30:00Z",
          "partedAt" : "2026-01-01T12:00:00Z",
          "service" : "2026-01-01T14:00:00Z",
          "standing" : "behind"
        }

        """)
  }

  @Test(arguments: [true, false])
  func `a word is left for the service, and shown until it is taken`(isMachines: Bool) throws {
    let folder = try Folder()
    try keepClock(in: folder)
    let said = isMachines ? noon(9) + .hours(2) : noon(0) + .hours(2) + .minutes(1)
    let words = isMachines ? ["--now-is-right"] : ["--now-is=\(said)"]
    let console = MemoryConsole()
    _ = try StoreClockCommand.run(
      arguments([folder.path] + words), on: console, by: machine(jumping: .days(9)))
    #expect(
      console.output.hasSuffix(
        "operator's decision  \(said); the service has not applied it yet\n"))
    #expect(
      try ClockFolder(folder.path).word()
        == OperatorWord(ClockCount(from: said, uptime: .hours(3)), boot: "a"))
    let mode = try FileManager.default.attributesOfItem(
      atPath: "\(folder.path)/clock-word.json")[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func `a time that neither clock comes near needs a second word`() throws {
    let folder = try Folder()
    try keepClock(in: folder)
    let words = ["--now-is", "2036-01-01T14:00:00Z"]
    #expect {
      try StoreClockCommand.run(
        arguments([folder.path] + words), on: MemoryConsole(), by: machine(jumping: .zero))
    } throws: { error in
      "\(error)"
        == "'--now-is 2036-01-01T14:00:00Z' is 3652 days from the machine's clock, and no nearer to the "
        + "service's: give '--both-are-wrong' if both are wrong"
    }
    #expect(try ClockFolder(folder.path).word() == nil)
    #expect(try clock(folder, words[0], words[1], "--both-are-wrong").contains("2036-01-01"))
    // Either clock is enough.
    #expect(try clock(folder, words[0], words[1], jumping: .days(3_652)).contains("2036-01-01"))
    let near = "2026-01-02T14:00:00Z"
    #expect(try clock(folder, words[0], near, jumping: .days(3_652)).contains(near))
  }

  @Test func `a damaged record is told of`() throws {
    let folder = try Folder()
    try Data("{}".utf8).write(to: URL(filePath: "\(folder.path)/clock.json"))
    #expect(
      try clock(folder).hasSuffix(
        "standing             \(folder.path)/clock.json is not what this release writes, and is ignored\n"
      ))
  }
}

import Foundation
import GrowthloopFindings
import Testing

@testable import GrowthloopReports

@Suite("Arguments · the words of a command line, by the manual of the command")
struct ArgumentsTests {
  static let manual = Manual(
    "bake CAKE [options]", about: "Bakes a cake.", words: [CommandWord("CAKE", most: 2)],
    options: [
      CommandOption("--heat", "N", "degrees", shapesResult: true),
      CommandOption("--set", "KEY=VALUE", "changes a key", shapesResult: true),
      CommandOption(flag: "--quick", "bakes faster", shapesResult: true),
      CommandOption("--out", "DIR", "the folder of the cake", completion: .folder),
      CommandOption(flag: "--json", "prints JSON"),
    ], examples: "baker bake apple --heat 180", remedy: "one oven takes two cakes")

  static let heat = manual.options[0]
  static let change = manual.options[1]
  static let quick = manual.options[2]

  private func read(_ words: String...) throws -> Arguments {
    try Arguments(words, of: Self.manual)
  }

  @Test func `options, flags and words are told apart, wherever they stand`() throws {
    let arguments = try read(
      "--quick", "apple", "--heat=180", "--set", "a=b", "plum", "--set=c=d=e")
    #expect(arguments.words == ["apple", "plum"])
    #expect(arguments.has(Self.quick))
    #expect(try arguments.one(Self.heat) == "180")
    #expect(arguments.all(Self.change).map(\.value) == ["a=b", "c=d=e"])
  }

  @Test(arguments: [
    (["--heat"], "'--heat' needs a value"),
    (["--heat="], "'--heat' needs a value"),
    (["--quick=1"], "'--quick' takes no value"),
    ([""], "an argument is empty"),
    (["a", "b", "c"], "unexpected argument 'c'; one oven takes two cakes"),
  ])
  func `what the manual does not declare is refused`(words: [String], mistake: String) {
    let error = #expect(throws: UsageError.self) { try Arguments(words, of: Self.manual) }
    #expect(error?.description == mistake)
  }

  @Test func `an unknown option is named with the nearest one`() {
    let error = #expect(throws: UnknownOption.self) {
      try Arguments(["--hat", "1"], of: Self.manual)
    }
    #expect(error?.name == "--hat")
    #expect(error?.suggestion == "; did you mean '--heat'?")
  }

  @Test func `an option that is given twice has no one value`() throws {
    let arguments = try read("--heat", "1", "--heat", "2")
    let error = #expect(throws: UsageError.self) { try arguments.one(Self.heat) }
    #expect(error?.description == "'--heat' is given 2 times; once is enough")
  }

  @Test(arguments: ["9", "201", "ten", "1e2"])
  func `a number beyond its range is refused`(text: String) throws {
    let arguments = try read("--heat", text)
    #expect(throws: UsageError.self) { try arguments.number(Self.heat, in: 10...200) }
    #expect(try read("--heat", "1_00").number(Self.heat, in: 10...200) == 100)
  }

  @Test func `the options that shape the result repeat a run, in the order of the manual`() throws {
    let arguments = try read(
      "--json", "--quick", "--out", "x", "--set", "a=b", "--heat", "180", "apple")
    #expect(arguments.shapingOptions() == ["--heat", "180", "--set", "a=b", "--quick"])
    #expect(
      arguments.shapingOptions([(Self.heat, "200")], except: [Self.change])
        == ["--heat", "200", "--quick"])
    #expect(try read("apple").shapingOptions([(Self.heat, "200")]) == ["--heat", "200"])
  }
}

@Suite("Manual · the help of a command")
struct ManualTests {
  @Test func `help has usage, purpose, options and an example`() {
    #expect(
      ArgumentsTests.manual.text(of: "baker", in: .plain) == """
        baker bake CAKE [options]

        Bakes a cake.

        Options:
          --heat N         degrees
          --set KEY=VALUE  changes a key
          --quick          bakes faster
          --out DIR        the folder of the cake
          --json           prints JSON

        Example:
          baker bake apple --heat 180
        """)
  }

  @Test func `a long meaning goes on below itself, a long head has its own line`() {
    let rows = [
      (head: "--a", meaning: Array(repeating: "word", count: 20).joined(separator: " ")),
      (head: "--a-name-that-is-too-long N", meaning: "short"),
    ]
    let lines = Manual.columns(rows, in: .plain).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 100 })
    #expect(lines[1].hasPrefix(String(repeating: " ", count: 26) + "word"))
    #expect(lines[2] == "  --a-name-that-is-too-long N")
    #expect(lines[3] == String(repeating: " ", count: 26) + "short")
  }
}

@Suite("Interrupts · SIGINT and SIGTERM, while somebody handles them")
struct InterruptTests {
  @Test func `one watch after another receives its signal`() async {
    for _ in 0..<3 {
      let signals = AsyncStream<Void>.makeStream()
      let watch = InterruptWatch(of: [SIGUSR2]) { signals.continuation.yield() }
      kill(getpid(), SIGUSR2)
      var received = signals.stream.makeAsyncIterator()
      #expect(await received.next() != nil)
      withExtendedLifetime(watch) {}
    }
  }
}

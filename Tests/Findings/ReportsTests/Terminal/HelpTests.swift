import Foundation
import TestConsole
import Testing
import GrowthloopFindings

@testable import GrowthloopReports

@Suite("Help · one declaration for help, manual page and completion")
struct HelpTests {
  private enum Bake: RunnableCommand {
    static let name = "bake"
    static let summary = "bakes a cake"
    static let manual = Manual(
      "bake CAKE [options]",
      about: """
        Bakes a cake of the kind that is named, as the house has baked such cakes since it
        was opened.
        """,
      words: [CommandWord("CAKE")],
      options: [
        CommandOption("--out", "DIR", "the folder for the cake", short: "-o"),
        CommandOption("--degrees", "N", "the heat of the oven", former: "--heat"),
      ], notes: "A cake -- any cake -- is \\ good.", examples: "baker bake apple")

    static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
      for option in manual.options {
        try console.write("\(option.name)=\(arguments.one(option) ?? "none") ")
      }
      return .success
    }
  }

  private static let tool = Tool(
    "baker", purpose: "cakes.", sections: [Tool.Section("Cakes", [Bake.self])],
    notes: "Exit codes: 0 done.", version: "7")

  private func output(_ words: String..., form: TextForm = .plain) -> String {
    let console = MemoryConsole(form: form)
    _ = Self.tool.run(words, on: console)
    return console.output
  }

  @Test func `an option has a short name, and answers to its former one`() {
    #expect(output("bake", "x", "-o", "a", "--heat", "180") == "--out=a --degrees=180 ")
    #expect(output("bake", "--help").contains("  -o, --out DIR  the folder for the cake\n"))
    #expect(!output("bake", "--help").contains("--heat"), "help shows what holds")
  }

  @Test func `the version is a word as well as an option`() {
    #expect(output("version") == "baker 7\n")
    #expect(output("--version") == "baker 7\n")
  }

  @Test func `help lists the commands under the headings of what they are for`() {
    #expect(output("help").contains("baker COMMAND --help\n\nCakes:\n  bake  bakes a cake\n\nExit"))
  }

  @Test func `help breaks its lines for a narrow terminal, and for no other`() {
    let narrow = output("bake", "--help", form: TextForm(width: 44, hasColour: false))
    #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= 44 }, "\(narrow)")
    let wide = output("bake", "--help", form: TextForm(width: 200, hasColour: false))
    #expect(wide == output("bake", "--help"))
  }

  @Test func `colour goes where it is not wanted`() {
    let inked = TextForm(width: 100, hasColour: true)
    #expect(output("bake", "--help", form: inked).contains("\u{1B}[1m"))
    #expect(output("bake", "--help", "--no-color", form: inked) == output("bake", "--help"))
  }

  @Test func `the manual page escapes what its macros would read`() {
    let page = ManualPage(of: Self.tool).text
    #expect(page.hasPrefix(".TH \"BAKER\" 1 \"\" \"baker 7\"\n.SH NAME\nbaker \\- cakes.\n"))
    #expect(page.contains(".SS \"bake\"\n.B bake CAKE [options]\n"))
    #expect(page.contains(".TP\n.B \\-o, \\-\\-out DIR\nthe folder for the cake\n"))
    #expect(page.contains("A cake \\-\\- any cake \\-\\- is \\e good.\n"))
  }
}

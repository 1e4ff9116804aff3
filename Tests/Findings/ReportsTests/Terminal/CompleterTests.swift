import Testing

@testable import GrowthloopReports

@Suite("Completer · what a shell offers for the last word")
struct CompleterTests {
  private enum Bake: RunnableCommand {
    static let name = "bake"
    static let summary = "bakes"
    static let manual = Manual(
      "bake KIND FILE", about: "",
      words: [
        CommandWord("KIND", completion: .words { ["cake", "cookie"] }), CommandWord("FILE"),
      ],
      options: [
        CommandOption("--set", "K=V", "", completion: .keys { ["oven.heat", "oven.door"] }),
        CommandOption("--with", "A,B", "", completion: .list { ["nuts", "plums"] }),
        CommandOption("--out", "DIR", "", completion: .folder),
        CommandOption("--heat", "N", ""),
        CommandOption(flag: "--quick", ""),
      ])
    static func run(_ arguments: Arguments, on console: any Console) -> ExitCode { .success }
  }

  private enum Shop: CommandGroup {
    static let name = "shop"
    static let summary = "sells"
    static let manual = Manual("shop PART", about: "")
    static let parts: [any Command.Type] = [Bake.self]
  }

  private func candidates(_ words: String...) -> [String] {
    Completer.candidates(for: words, among: [Bake.self, Shop.self])
  }

  @Test func `the first word is a command`() {
    #expect(candidates("") == ["bake", "shop", "help", "--help", "--version"])
    #expect(candidates("b") == ["bake"])
    #expect(candidates("help", "s") == ["shop"])
  }

  @Test func `a command offers its words one after the other, and its options`() {
    #expect(candidates("bake", "c") == ["cake", "cookie"])
    #expect(candidates("bake", "cake", "") == [Completer.files])
    #expect(candidates("bake", "cake", "x", "") == [])
    #expect(
      candidates("bake", "--") == ["--set", "--with", "--out", "--heat", "--quick", "--help"])
    #expect(candidates("bake", "--quick", "coo") == ["cookie"], "a flag takes no word")
  }

  @Test func `an option offers its values, whether a blank or a sign parts them`() {
    #expect(candidates("bake", "--set", "oven.h") == ["oven.heat="])
    #expect(candidates("bake", "--set=oven.h") == ["--set=oven.heat="])
    #expect(candidates("bake", "--set", "oven.heat=") == [], "the value is the user's")
    #expect(candidates("bake", "--out", "") == [Completer.folders])
    #expect(candidates("bake", "--heat", "") == [])
    #expect(candidates("bake", "--heat", "180", "ca") == ["cake"])
  }

  @Test func `a list goes on after its last comma`() {
    #expect(candidates("bake", "--with", "nuts,p") == ["nuts,plums"])
  }

  @Test func `a part of a group is completed as a command`() {
    #expect(candidates("shop", "") == ["bake", "--help"])
    #expect(candidates("shop", "bake", "ca") == ["cake"])
  }

  @Test func `what is unknown has no candidates`() {
    #expect(candidates("burn", "x") == [])
    #expect(candidates("bake", "--no=x") == [])
  }
}

import Diagnostics
import GrowthModel
import Testing

@testable import Scenarios

@Suite("Growth scenarios · who knows whom may be given")
struct EdgeListTests {
  static let town = """
    title: x
    market:
      people: 4
      communitySize: 2
      acquaintances: net/friends.csv
    arrivals: {seeds: 2}
    """

  @Test func `pairs are read from a file beside the scenario, in their order`() throws {
    let text = "from,to\n2,1\n0,3\r\n0,1\n\n"
    let market = try readGrowth(Self.town, beside: ["net/friends.csv": text]).value.behaviour.market
    let expected = [(2, 1), (0, 3), (0, 1)].map { EdgeList.Edge(from: $0, to: $1) }
    #expect(market.acquaintances == EdgeList(expected, called: "net/friends.csv"))
    #expect(market.acquaintances?.count == 3)
  }

  @Test func `the path may come from the command line, and be taken back`() throws {
    let files = ["friends.csv": "from,to\n0,1\n", "net/friends.csv": "from,to\n1,2\n"]
    let other = try readGrowth(
      Self.town, set: ["market.acquaintances=friends.csv"], beside: files)
    #expect(other.value.behaviour.market.acquaintances?.name == "friends.csv")
    let none = try readGrowth(Self.town, set: ["market.acquaintances=none"], beside: files)
    #expect(none.value.behaviour.market.acquaintances == nil)
  }

  @Test func `every mistake is told at once, with its line and column`() {
    let text = "from,to\n0,4\n1\n2,2\n0,1\n-1,x\n0,1\n"
    #expect(
      growthMistakes(in: Self.town, beside: ["net/friends.csv": text]) == """
        net/friends.csv:2:3: error: must be the number of a person, from 0 to 3, not '4'
            0,4
              ^
        net/friends.csv:3:1: error: a line must hold two numbers, not 1
            1
            ^
        net/friends.csv:4:1: error: person 2 needs no line to know themselves
            2,2
            ^
        net/friends.csv:6:1: error: must be the number of a person, from 0 to 3, not '-1'
            -1,x
            ^
        net/friends.csv:6:4: error: must be the number of a person, from 0 to 3, not 'x'
            -1,x
               ^
        net/friends.csv:7:1: error: person 0 knows person 1 already
            0,1
            ^
        net/friends.csv:5:1: note: it was first said here
            0,1
            ^
        """)
  }

  @Test(arguments: [
    ("", "net/friends.csv:1:1: error: there are no pairs"),
    ("a,b\n0,1\n", "net/friends.csv:1:1: error: the first line must be from,to"),
  ])
  func `a file that holds no pairs is told from its beginning`(text: String, message: String) {
    let told = growthMistakes(in: Self.town, beside: ["net/friends.csv": text])
    #expect(told.hasPrefix(message), "\(told)")
  }

  @Test func `a file that is not there is told where it is named`() {
    #expect(
      growthMistakes(in: Self.town).hasPrefix(
        "loop.yaml:5:18: error: 'market.acquaintances' cannot be read"))
    #expect(
      growthMistakes(in: "title: x\nmarket: {acquaintances: [a.csv]}").contains(
        "must be the path of a CSV file of pairs, or none"))
  }

  @Test func `a file beyond the limit is not read`() {
    let pairs = String(repeating: "0,1\n", count: 1 << 20) + "0,2\n"
    let told = growthMistakes(in: Self.town, beside: ["net/friends.csv": "from,to\n" + pairs])
    #expect(told.contains("the file has more than 4194304 bytes"), "\(told.prefix(200))")
  }
}

@Suite("Growth scenarios · a study of matching")
struct MatchingScenarioTests {
  @Test func `what the other kind of study asks for is told, where it is changed`() throws {
    let text = "title: x\nstudy: matching\nuse: {sessionsPerDay: 2}\n"
    #expect(
      growthMistakes(in: text).hasPrefix(
        "loop.yaml:3:1: warning: 'use' is of no use to a study of the kind 'matching'"))
    #expect(growthMistakes(in: "title: x\ntown: {people: 5_000}\n").contains("kind 'loop'"))
    #expect(growthMistakes(in: "title: x\nstudy: matching\ntown: {people: 5_000}\n") == "")
  }

  @Test func `more arrivals than there is memory for are refused`() {
    let text = "title: x\nstudy: matching\ntown: {clicksPerDay: 1_000_000, measured: 60d}\n"
    #expect(growthMistakes(in: text).contains("more than 40 million arrivals"))
  }

  @Test func `a study has the devices of the scenario, and the parameters that it uses`() throws {
    let outcome = try readGrowth(
      "title: x\nstudy: matching\ndevices: {peoplePerAddress: 9}\ntown: {install: 10%}\n")
    let study = outcome.value.matchingStudy
    #expect(study.devices.peoplePerAddress == 9)
    #expect(study.install == 0.1)
    let sections = Set(outcome.parametersInUse.map { $0.name.prefix { $0 != "." } })
    #expect(sections == ["devices", "town"])
    let loop = try readGrowth("title: x\n").parametersInUse
    #expect(!loop.contains { $0.name.hasPrefix("town.") })
    #expect(loop.contains { $0.name == "market.people" })
  }
}

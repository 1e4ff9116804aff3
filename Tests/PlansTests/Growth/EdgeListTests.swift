import GrowthloopFindings
import Foundation
import GrowthloopModel
import Testing

@testable import GrowthloopPlans

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
        "must be the path of a file of pairs, or none"))
  }

  /// The market of a town with `count` people, its pairs in this file.
  private static func market(
    _ count: Int, _ text: String, _ more: String = ""
  ) throws -> Market {
    try readGrowth(
      "title: x\nmarket: {people: \(count), communitySize: 2, acquaintances: net.txt\(more)}\narrivals: {seeds: 2}",
      beside: ["net.txt": text]
    ).value.behaviour.market
  }

  static let pairs = EdgeList(
    [(2, 1), (0, 3), (0, 1)].map { EdgeList.Edge(from: $0, to: $1) }, called: "net.txt")

  @Test(arguments: [
    "2\t1\n0\t3\n0\t1\n", "2 1\r\n0  3 \r\n0 \t1",
    "# Directed graph\n# FromNodeId\tToNodeId\n2\t1\n\n0\t3\n0\t1\n",
    "% asym\n2 1\n0 3\n% x\n0 1\n",
    "from\tto\n2\t1\n0\t3\n0\t1\n", "#x\nfrom,to\n2,1\n0,3\n#y\n0,1",
    "\u{FEFF}from,to\n2,1\n0,3\n0,1",
    "\u{FEFF}2 1\n0 3\n0 1\n",
  ])
  func `text with tabs or blanks, and comments, as collections of networks have it`(text: String)
    throws
  {
    #expect(try Self.market(4, text).acquaintances == Self.pairs)
  }

  @Test func `mutual pairs stand for both directions, in the order of the file`() throws {
    let market = try Self.market(4, "2 1\n0 3\n0 1\n", ", areMutual: true")
    let both: [(UInt32, UInt32)] = [(2, 1), (1, 2), (0, 3), (3, 0), (0, 1), (1, 0)]
    #expect(
      market.acquaintances
        == EdgeList(both.map { EdgeList.Edge(from: $0.0, to: $0.1) }, called: "net.txt"))
    let told = growthMistakes(
      in: Self.town.replacing("communitySize", with: "areMutual: true\n  communitySize"),
      beside: ["net/friends.csv": "from,to\n0,1\n2,3\n1,0\n"])
    #expect(
      told == """
        net/friends.csv:4:1: error: person 1 knows person 0 already
            1,0
            ^
        net/friends.csv:2:1: note: it was first said here
            0,1
            ^
        """)
  }

  @Test(arguments: [
    ("0 1\n1 2 3\n", "net.txt:2:1: error: a line must hold two numbers, not 3"),
    ("0 1\n1,2\n", "net.txt:2:1: error: a line must hold two numbers, not 1"),
    ("0 1\n1 4\n", "net.txt:2:3: error: must be the number of a person, from 0 to 3, not '4'"),
    ("0 1\n1 99999999999999999999\n", "not '99999999999999999999'"),
    ("0 1\n\n1 1\n", "net.txt:3:1: error: person 1 needs no line to know themselves"),
    ("from,to\n0,1,\n", "net.txt:2:1: error: a line must hold two numbers, not 3"),
    ("from,to\n0, 1\n", "net.txt:2:3: error: must be the number of a person"),
    ("# nothing\n", "net.txt:1:1: error: there are no pairs"),
    ("0 1 " + String(repeating: "x", count: 70_000), "line 1 is longer than 65536 bytes"),
  ])
  func `a mistake is reported with its line, wherever it stands`(text: String, message: String) {
    let told = growthMistakes(
      in:
        "title: x\nmarket: {people: 4, communitySize: 2, acquaintances: net.txt}\narrivals: {seeds: 2}",
      beside: ["net.txt": text])
    #expect(told.contains(message), "\(told)")
  }

  @Test func `after a hundred mistakes no more are looked for`() {
    let told = growthMistakes(
      in: Self.town,
      beside: ["net/friends.csv": "from,to\n" + String(repeating: "x,1\n", count: 5_000)])
    #expect(told.split(separator: "error:").count - 1 == 100)
  }

  @Test func `a file beyond what is read at once, plain or of gzip, is read piece by piece`() throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let people = 300_000
    var text = "# a ring, and a second one\n"
    var edges: [EdgeList.Edge] = []
    for person in 0..<people {
      for step in [1, 7] {
        text += "\(person)\t\((person + step) % people)\n"
        edges.append(EdgeList.Edge(from: UInt32(person), to: UInt32((person + step) % people)))
      }
    }
    #expect(text.utf8.count > 7 << 20)
    try text.write(to: folder.appending(path: "net.txt"), atomically: true, encoding: .utf8)
    let gzip = Process()
    gzip.executableURL = URL(filePath: "/usr/bin/env")
    gzip.arguments = ["gzip", "--keep", folder.appending(path: "net.txt").path]
    try gzip.run()
    gzip.waitUntilExit()
    func read(_ name: String) throws -> ScenarioOutcome<GrowthScenario> {
      let scenario = folder.appending(path: "s.yaml")
      try "title: x\nmarket: {people: \(people), acquaintances: \(name)}\n".write(
        to: scenario, atomically: true, encoding: .utf8)
      return try ScenarioReader(GrowthScenario.self, loader: .disk()).read(
        file: scenario.path, overrides: [])
    }
    for name in ["net.txt", "net.txt.gz"] {
      #expect(
        try read(name).value.behaviour.market.acquaintances == EdgeList(edges, called: name),
        "\(name)")
    }
    let whole = try Data(contentsOf: folder.appending(path: "net.txt.gz"))
    for damaged in [whole.prefix(whole.count / 2), whole.prefix(9) + whole.dropFirst(2_000)] {
      try damaged.write(to: folder.appending(path: "cut.gz"))
      #expect {
        _ = try read("cut.gz")
      } throws: { error in
        "\(error)".contains("cannot be read: its compressed content is damaged, or cut off")
      }
    }
    // Parts of gzip may follow each other, and nothing else may.
    try (whole + whole).write(to: folder.appending(path: "twice.gz"))
    #expect { _ = try read("twice.gz") } throws: {
      "\($0)".contains("person 0 knows person 1 already")
    }
    for rest in [Data("x".utf8), Data(count: 1 << 18), whole.prefix(2)] {
      try (whole + rest).write(to: folder.appending(path: "more.gz"))
      #expect {
        _ = try read("more.gz")
      } throws: { error in
        let words =
          rest == whole.prefix(2)
          ? CompressedFile.damaged : "something follows its compressed content"
        return "\(error)".contains("cannot be read: \(words)")
      }
    }
    try FileManager.default.copyItem(
      at: folder.appending(path: "net.txt"), to: folder.appending(path: "net"))
    #expect {
      _ = try read("net")
    } throws: {
      "\($0)".contains("its name has no ending, such as .yaml, .csv or .txt")
    }
    // One pair again and again: hours of work could lie in a small file.
    let bomb = Process()
    bomb.executableURL = URL(filePath: "/bin/sh")
    bomb.arguments = [
      "-c", #"yes '0 1' | head -n 20000000 | gzip > "$0""#,
      folder.appending(path: "bomb.gz").path,
    ]
    try bomb.run()
    bomb.waitUntilExit()
    #expect { _ = try read("bomb.gz") } throws: { "\($0)".contains("times its compressed size") }
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

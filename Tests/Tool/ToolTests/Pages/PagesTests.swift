import GrowthloopDecisions
import Foundation
import GrowthloopReports
import TestConsole
import Testing

@testable import growthloop

@Suite("Pages · tell the truth", .timeLimit(.minutes(60)))
struct PagesTests {
  /// The folder of the executables, and whether long examples are run: 'make examples' names one.
  private static let tools: (folder: String, withLong: Bool) = {
    if let folder = ProcessInfo.processInfo.environment["GROWTHLOOP_EXAMPLES"] {
      return (folder, true)
    }
    return (URL(filePath: MemoryConsole().tool).deletingLastPathComponent().path, false)
  }()

  static let withExamples = ([Page.readme].compactMap(\.self) + Page.all).filter { page in
    page.blocks.contains { $0.kind == "sh" || !$0.words.isEmpty }
  }

  // Services may name the same port, and builds take every core: one page after the other.
  @Test(.serialized, arguments: withExamples.filter(\.hasServiceOrBuild))
  func `every example with a service or a build does what the page says`(
    _ page: Page
  ) async throws {
    try await expectTruth(of: page)
  }

  // Beside those, the pages that need nothing of the machine but time.
  @Test(.serialized, arguments: withExamples.filter { !$0.hasServiceOrBuild })
  func `every other example does what the page says`(_ page: Page) async throws {
    try await expectTruth(of: page)
  }

  private func expectTruth(of page: Page) async throws {
    let (folder, withLong) = Self.tools
    let failure = try await onThread {
      try PageRun(of: page, tools: folder, withLong: withLong).failure
    }
    #expect(failure == nil, "\(failure ?? "")")
  }

  @Test func `the README is short, and every page has one subject`() throws {
    let readme = try #require(Page.readme)
    #expect(readme.text.utf8.count <= 12_000)
    for page in Page.all {
      #expect(page.text.utf8.count <= 20_000, "\(page.name)")
      let lines = page.text.split(separator: "\n").filter { !$0.hasPrefix("@") && $0 != "}" }
      #expect(lines.first?.hasPrefix("# ") == true, "\(page.name) begins with its title")
      #expect(
        lines.dropFirst().first?.first?.isLetter == true, "\(page.name): then what it is for")
    }
  }

  @Test func `every command has a heading, and every subject stands in the help of decide`() {
    let headings = Page.all.flatMap { $0.text.split(separator: "\n").filter { $0.hasPrefix("#") } }
    for command in Growthloop.tool.commands {
      #expect(
        headings.contains { $0.contains("`\(command.name)`") || $0 == "# \(command.name)" },
        "a heading: \(command.name)")
    }
    let help = growthloop("decide", "--help").output
    for subject in CaseSubject.all {
      #expect(help.contains("\(subject.name): \(subject.summary)"), "\(subject.name)")
    }
  }

  @Test func `there are at most thirty pages of thirty thousand words`() {
    let pages = Page.all + [Page.readme].compactMap(\.self)
    #expect(pages.count <= 30)
    let words = pages.map(\.countOfWords).reduce(0, +)
    #expect(words <= 30_000, "\(words) words")
  }

  @Test func `every link leads to a page, and the root names all of them`() throws {
    let names = Set(Page.all.map(\.name))
    for page in Page.all {
      for link in page.text.matches(of: /doc:(\w+)/) {
        #expect(names.contains(String(link.1)), "\(page.name) links to \(link.1)")
      }
    }
    let root = try #require(Page.all.first { $0.name == "Growthloop" })
    for name in names where name != "Growthloop" {
      #expect(root.text.contains("<doc:\(name)>"), "\(name) is found from the root")
    }
    let readme = try #require(Page.readme)
    for link in readme.text.matches(of: /\]\(([^)#:]+)\)/) {
      let path = Page.root.appending(path: String(link.1)).path
      #expect(FileManager.default.fileExists(atPath: path), "\(link.1)")
    }
  }
}

extension Page {
  /// The words that a reader reads: of text and tables, without the examples.
  fileprivate var countOfWords: Int {
    text.split(separator: "\n```", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset.isMultiple(of: 2) }
      .map { $0.element.split(whereSeparator: \.isWhitespace).count { $0.contains(/\w/) } }
      .reduce(0, +)
  }

  /// Whether an example has a server listen, calls one, or builds a package.
  fileprivate var hasServiceOrBuild: Bool {
    blocks.contains {
      ($0.kind == "text" && $0.words == "run")
        || $0.text.contains(/:\d{4,5}\b|--port|\bswift (?:build|run|test)\b/)
    }
  }
}

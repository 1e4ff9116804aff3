import Foundation
import GrowthloopReports
@testable import growthloop
import GrowthloopFindings
import Testing

@Suite("The folder of one run")
struct ResultFolderTests {
  private static func names(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// The third cannot be written, as on a disk that is full by then.
  private static let broken = [("a.csv", "new"), ("run.json", "{}"), ("gone/b.csv", "new")]
    .map(ResultFile.init)

  @Test func `what fails half-way leaves nothing`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: InputOutputError.self) {
      try ResultFolder(path: "\(folder.path)/out").write(Self.broken)
    }
    #expect(try Self.names(folder.path) == [])
  }

  @Test func `what fails half-way leaves the run before as it was`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("a.csv", "old")
    _ = try folder.write("mine.txt", "not of a run")
    #expect(throws: InputOutputError.self) {
      try ResultFolder(path: folder.path).write(Self.broken)
    }
    #expect(try Self.names(folder.path) == ["a.csv", "mine.txt"])
    #expect(try folder.text("a.csv") == "old")
  }

  @Test func `a run takes the place of another's files, and leaves those of others`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("a.csv", "old")
    _ = try folder.write("mine.txt", "not of a run")
    try ResultFolder(path: folder.path).write([
      ResultFile("a.csv", "new"), ResultFile("b.csv", "new"),
    ])
    #expect(try Self.names(folder.path) == ["a.csv", "b.csv", "mine.txt"])
    #expect(try folder.text("a.csv") == "new")
  }
}

extension StageOutput {
  /// What a command that found nothing leaves, with these files.
  static func of(_ files: (name: String, text: String)...) -> StageOutput {
    StageOutput(
      HistoryFindings(of: "p50", [], command: ""), files.map { ResultFile($0.name, $0.text) })
  }
}

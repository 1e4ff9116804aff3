import Foundation
import GrowthloopReports
import TestConsole
import Testing

@testable import growthloop

@Suite("What a command reads is a file, and has an end")
struct InputFileTests {
  @Test(arguments: ["/dev/zero", "/dev/null"])
  func `a device is no file`(_ path: String) {
    for words in [
      ["histogram", path], ["history", path], ["decide", "codes", "--signing-key-file", path],
    ] {
      let outcome = run(words, [])
      #expect(outcome.code == .inputOutput, "\(words)")
      #expect(outcome.output == "")
      #expect(
        outcome.complaints == "growthloop: '\(path)' cannot be read: it is not a regular file\n")
    }
  }

  @Test func `a pipe that nobody writes to is not waited for`() throws {
    let folder = try TemporaryFolder()
    let pipe = "\(folder.path)/pipe.hlog"
    let failure = unsafe mkfifo(pipe, 0o600)
    try #require(failure == 0)
    let outcome = growthloop("histogram", pipe)
    #expect(
      outcome.complaints == "growthloop: '\(pipe)' cannot be read: it is not a regular file\n")
  }

  @Test func `the standard input is read as far as a file is`() throws {
    let console = MemoryConsole([UInt8](repeating: 0, count: 2_000))
    var logs = MergedLogs(tag: nil, most: 1_024)
    let error = #expect(throws: InputOutputError.self) { try logs.read("-", on: console) }
    #expect(
      error?.description
        == "the standard input cannot be read: it is longer than the limit of 1 KiB")
  }

  @Test func `the files of a run are files`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/run.json", withDestinationPath: "/dev/zero")
    for words in [["report", folder.path], ["history", "add", folder.path, "--at", "2026-11-21"]] {
      let outcome = run(words, [])
      #expect(outcome.code == .inputOutput, "\(words)")
      #expect(outcome.complaints.contains("run.json' cannot be read: it is not a regular file"))
    }
  }

  @Test func `a file is read to its end, and none that is too long`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.txt", String(repeating: "a", count: 3_000))
    #expect(try InputFile.bytes(of: file, most: 3_000).count == 3_000)
    let error = #expect(throws: InputOutputError.self) {
      try InputFile.bytes(of: file, most: 2_048)
    }
    #expect(
      error?.description
        == "'\(file)' cannot be read: it is longer than the limit of 2 KiB")
  }
}

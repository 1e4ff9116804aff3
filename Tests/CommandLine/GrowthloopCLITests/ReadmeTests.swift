import Foundation
import Terminal
import Testing

@testable import Decisions
@testable import GrowthloopCLI

@Suite("README · tells the truth", .timeLimit(.minutes(60)))
struct ReadmeTests {
  private static let lines: [String] = {
    let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent()
    }
    let text = try? String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    return (text ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }()

  /// The fenced blocks that name what printed them: "```text tour", "```text example prompts".
  private static let outputs: [(command: [String], text: String)] = {
    var blocks: [(command: [String], text: String)] = []
    var open: (command: [String], lines: [String])?
    for line in lines {
      if let block = open {
        if line == "```" {
          blocks.append((block.command, block.lines.joined(separator: "\n")))
          open = nil
        } else {
          open?.lines.append(line)
        }
      } else if line.hasPrefix("```text ") {
        open = (line.dropFirst(8).split(separator: " ").map(String.init), [])
      }
    }
    return blocks
  }()

  @Test func `every output that it shows is what the tool prints`() async {
    #expect(Self.outputs.count >= 3)
    for (command, text) in Self.outputs {
      let printed: String
      if command.first == "example", command.count == 2 {
        let example = growthloop("decide", command[1], "--example").output
        printed = growthloop("decide", command[1], input: example).output
      } else {
        printed = await growthloopOnThread(command).output
      }
      #expect(printed.contains(text), "\(command.joined(separator: " "))")
    }
  }

  @Test func `it names every command and every subject`() {
    for command in Growthloop.tool.commands {
      #expect(Self.lines.contains { $0.contains("growthloop \(command.name)") }, "\(command.name)")
    }
    for subject in CaseSubject.all {
      #expect(Self.lines.contains("| `\(subject.name)` | \(subject.summary) |"), "\(subject.name)")
    }
  }
}

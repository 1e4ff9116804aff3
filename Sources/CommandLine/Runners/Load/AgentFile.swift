import Foundation
import JSON
package import LoadGenerator
package import LoadTrials
package import Reports
import Runs
import Scenarios
import Terminal

/// The file `agent.json`: what one of several generators measured, for `merge` to join.
package struct AgentFile: Codable {
  static let name = "agent.json"

  /// The version that wrote it.
  let version: String
  /// The command line of the plan, without what each agent has of its own.
  package let run: [String]
  /// Every key of the plan.
  let plan: [String]
  let record: SharedRecord

  package init(_ record: LoadRecord, of scenario: LoadScenario, run: [String]) {
    version = ToolVersion.current
    self.run = run
    plan = Self.keys(of: scenario)
    self.record = SharedRecord(record)
  }

  package func file() throws -> ResultFile { ResultFile(Self.name, try jsonLine()) }

  /// Every key with its value, and the profile.
  static func keys(of scenario: LoadScenario) -> [String] {
    scenario.writtenKeys.map { "\($0.name)=\($0.value)" } + ["seed=\(scenario.seed)"]
  }

  /// Whether a folder holds what an agent measured.
  package static func isIn(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/\(name)")
  }
}

/// What all agents of a plan measured, in their order.
package struct AgentFiles {
  private let files: [AgentFile]
  /// The file from which the command line of the plan is.
  package let source: String

  /// Reads the folders of all agents of one plan.
  ///
  /// - Throws: `UnfitInput` with every agent that is missing, doubled, damaged or foreign.
  package init(_ folders: [String]) throws {
    var files: [(folder: String, bytes: [UInt8])] = []
    var mistakes: [String] = []
    for folder in folders {
      do {
        files.append((folder, try Digests.checkedBytes(of: AgentFile.name, in: folder)))
      } catch let error as UnfitInput {
        mistakes.append(error.description)
      }
    }
    guard mistakes.isEmpty else { throw UnfitInput(mistakes) }
    try self.init(decoding: files)
  }

  /// Decodes the files of all agents, each with the folder or rank that it is from.
  init(decoding files: [(folder: String, bytes: [UInt8])]) throws {
    var read: [(folder: String, file: AgentFile)] = []
    var mistakes: [String] = []
    for (folder, bytes) in files {
      do {
        read.append((folder, try JSONDecoder().decode(AgentFile.self, from: Data(bytes))))
      } catch {
        mistakes.append(
          "\(folder)/\(AgentFile.name): it is no file of an agent of this version: load once more")
      }
    }
    mistakes += Self.mistakes(in: read)
    guard mistakes.isEmpty else { throw UnfitInput(mistakes) }
    self.files = read.map(\.file).sorted { $0.record.number < $1.record.number }
    source = "\(read[0].folder)/\(AgentFile.name)"
  }

  private static func mistakes(in read: [(folder: String, file: AgentFile)]) -> [String] {
    guard let first = read.first else { return [] }
    var mistakes: [String] = []
    var seen: [Int: String] = [:]
    for (folder, file) in read {
      if file.version != ToolVersion.current {
        mistakes.append("'\(folder)' is of growthloop \(file.version): load once more")
      } else if file.plan != first.file.plan || file.run != first.file.run
        || file.record.count != first.file.record.count
      {
        mistakes.append("'\(folder)' is of another plan than '\(first.folder)'")
      } else if let other = seen.updateValue(folder, forKey: file.record.number) {
        mistakes.append("agent \(file.record.number) is in both '\(other)' and '\(folder)'")
      }
    }
    let count = min(max(1, first.file.record.count), LoadShare.most)
    let missing = (1...count).filter { seen[$0] == nil }
    if mistakes.isEmpty, !missing.isEmpty {
      mistakes.append(
        "of \(count) agents these are missing: "
          + missing.map { "\($0)" }.joined(separator: ", "))
    }
    return mistakes
  }

  /// The command line of the plan.
  package var run: [String] { files[0].run }

  /// Joins what the agents measured to the record of a plan.
  ///
  /// - Throws: `UnfitInput` if the plan has changed since.
  func record(of scenario: LoadScenario, against target: LoadTarget) throws -> LoadRecord {
    guard AgentFile.keys(of: scenario) == files[0].plan else {
      throw UnfitInput(description: "the plan has changed since: load once more")
    }
    let links = KnownLinks(
      known: scenario.links.codes ?? [], people: scenario.links.people ?? [])
    do throws(LoadRecord.Mismatch) {
      return try LoadRecord(
        scenario.plan(against: target, links), joining: files.map(\.record))
    } catch {
      switch error {
      case .otherPlan(let agent):
        throw UnfitInput(description: "agent \(agent) has measured another plan: load once more")
      }
    }
  }
}

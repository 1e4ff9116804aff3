import Foundation
import GrowthloopFindings
package import GrowthloopLoadGenerator
import GrowthloopPlans
package import GrowthloopReports
import GrowthloopTransport
import Statistics
import Vocabulary

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

/// What the agents of a plan measured, in their order; some may be missing.
package struct AgentFiles {
  private let files: [AgentFile]
  /// The file from which the command line of the plan is.
  package let source: String

  /// The most milliseconds by which the clocks of agents that begin together may differ.
  private static let mostApart = 1_000.0

  /// Reads the folders of the agents of one plan.
  ///
  /// - Throws: `UnfitInput` with every agent that is doubled, damaged, foreign, or of another time.
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

  /// Decodes the files of agents, each with the folder or rank that it is from.
  ///
  /// Ranks begin by a message and not by a clock, so their starts are not compared.
  init(decoding files: [(folder: String, bytes: [UInt8])], areRanks: Bool = false) throws {
    var read: [(folder: String, file: AgentFile)] = []
    var mistakes: [String] = []
    for (folder, bytes) in files {
      do {
        let file = try JSONDecoder().decode(AgentFile.self, from: Data(bytes))
        guard LoadShare("\(file.record.number)/\(file.record.count)") != nil else {
          throw UnfitInput(description: "no such agent")
        }
        read.append((folder, file))
      } catch {
        mistakes.append(
          "\(folder)/\(AgentFile.name): it is no file of an agent of this version: load once more")
      }
    }
    mistakes += Self.mistakes(in: read)
    if mistakes.isEmpty, !areRanks { mistakes = Self.distances(between: read) }
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
    return mistakes
  }

  /// Returns the agents that did not begin with the first: together they were no load of the plan.
  private static func distances(between read: [(folder: String, file: AgentFile)]) -> [String] {
    guard let first = read.min(by: { $0.file.record.startTime < $1.file.record.startTime })
    else { return [] }
    return read.compactMap { folder, file in
      // Whatever a file says, two moments have a distance.
      let later = Double(file.record.startTime) - Double(first.file.record.startTime)
      guard later > mostApart else { return nil }
      return
        "'\(folder)' began \(NumberText.time(later / 1_000)) after '\(first.folder)': agents load "
        + "together, so load once more, each with the same '\(AgentChoice.start)'"
    }
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

/// The options by which several machines load one service together.
package enum AgentChoice {
  package static let agent = CommandOption(
    "--agent", "K/N",
    "sends the requests K, K + N, … of the plan, as one of N generators: each gets the same plan, seed, "
      + "target and '--start-at', and together they send exactly the plan", shapesResult: true)
  package static let start = CommandOption(
    "--start-at", "T",
    "(--agent) begins at that moment by this machine's clock, such as 2026-03-01T09:00:00Z",
    shapesResult: false)

  /// The longest wait for a start, in hours.
  private static let longestWait: Int64 = 24

  /// Reads the options; `nil` for a generator alone.
  package static func read(_ arguments: Arguments, excluding others: CommandOption...) throws
    -> LoadAgent?
  {
    guard let text = try arguments.one(agent) else {
      if arguments.has(start) {
        throw UsageError(
          description: "'\(start)' is the common start of several: give '\(agent) 1/2'")
      }
      return nil
    }
    guard let share = LoadShare(text) else {
      throw UsageError(
        description:
          "'\(agent) \(text)' must be K/N, such as 2/3, with K from 1 to N and N up to \(LoadShare.most)"
      )
    }
    if let other = arguments.first(of: others) {
      throw UsageError(description: "'\(agent)' and '\(other)' exclude each other")
    }
    return LoadAgent(share, startingAt: try arguments.one(start).map(moment))
  }

  private static func moment(_ text: String) throws -> Instant {
    let now = Instant(milliseconds: WallTime.now())
    guard let moment = Instant(iso8601: text), moment >= now,
      moment - now <= .hours(longestWait)
    else {
      throw UsageError(
        description:
          "'\(start) \(text)' must be a moment within the next \(longestWait) hours, such as "
          + (now + .minutes(1)).iso8601)
    }
    return moment
  }
}

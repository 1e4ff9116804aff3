import GrowthloopFindings
import GrowthloopStudies
import GrowthloopPlans
import TestSupport

/// A scenario as changes to the defaults, the way a command line makes them.
public struct RandomScenario: Sendable {
  /// One change: `--set KEY=VALUE`, or `--deliberately` for what the profile rules out.
  public struct Change: Hashable, Sendable {
    public let text: String
    public let isDeliberate: Bool

    public init(_ text: String, isDeliberate: Bool = false) {
      self.text = text
      self.isDeliberate = isDeliberate
    }

    var option: String { isDeliberate ? "--deliberately" : "--set" }
    public var key: Substring { text.prefix { $0 != "=" } }
  }

  public let changes: [Change]
  /// The root of the scenario's own chance.
  public let seed: UInt64
  let scenario: GrowthScenario

  /// Reads the scenario that `changes` make of the defaults; `nil` if they are refused.
  public init?(_ changes: [Change], seed: UInt64) {
    guard let scenario = Self.read(changes) else { return nil }
    self.changes = changes
    self.seed = seed
    self.scenario = scenario
  }

  /// What runs the same from a shell.
  public var command: String {
    let words = changes.map { change in
      let isPlain = change.text.allSatisfy { $0.isLetter || $0.isNumber || "._=-+/".contains($0) }
      return "\(change.option) \(isPlain ? change.text : "'\(change.text)'")"
    }
    return (["growthloop simulate"] + words + ["--replications 2 --seed \(seed)"])
      .joined(separator: " ")
  }

  /// Returns the scenario of these changes, or `nil` where the reader refuses them.
  static func read(_ changes: [Change]) -> GrowthScenario? {
    var blamed: Set<Substring> = []
    return read(changes, blamed: &blamed)
  }

  /// The same, and the keys of the changes that the reader refuses.
  static func read(_ changes: [Change], blamed: inout Set<Substring>) -> GrowthScenario? {
    let text = SourceText(name: "random.yaml", text: "title: a random scenario\n")
    let overrides = changes.compactMap { change in
      try? ScenarioOverride(change.text, option: change.option, isDeliberate: change.isDeliberate)
    }
    guard overrides.count == changes.count else { return nil }
    do throws(DiagnosticList) {
      return try reader.read(text, overrides: overrides).value
    } catch {
      // A mistake in an argument is told under its name, such as "--set days=0".
      for name in error.filter({ $0.severity == .error }).map(\.range.source.name) {
        guard let space = name.firstIndex(of: " ") else { continue }
        blamed.insert(name[name.index(after: space)...].prefix { $0 != "=" })
      }
      return nil
    }
  }

  private static let reader = ScenarioReader(
    GrowthScenario.self,
    loader: SourceLoader { _, _ throws(SourceLoader.Unreadable) in
      throw SourceLoader.Unreadable("a random scenario has no other files")
    }, metrics: Metric.names)
}

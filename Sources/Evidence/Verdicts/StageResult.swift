public import Gates

/// What one stage of a plan came to.
public struct StageResult: Sendable, Hashable {
  /// The command that runs such a stage by itself.
  public var kind: String
  public var name: String
  /// The folder of its files, below that of the whole run; `nil` where it left none.
  public var folder: String?
  public var title: String
  public var seconds: Double
  /// What else is to be said of it, such as why it could not run.
  public var note: String?
  public var gates: [GateResult]
  /// Whether it came to its end; what it did not measure decides nothing.
  public var ending: Ending

  public enum Ending: Sendable, Hashable {
    case complete
    /// Somebody wanted no more.
    case interrupted
    /// It could not run.
    case failed
    /// It ran, and what it measured says nothing.
    case empty
  }

  public init(
    kind: String, name: String, folder: String?, title: String, seconds: Double,
    note: String? = nil, gates: [GateResult] = [], ending: Ending = .complete
  ) {
    self.kind = kind
    self.name = name
    self.folder = folder
    self.title = title
    self.seconds = seconds
    self.note = note
    self.gates = gates
    self.ending = ending
  }

  /// The worst that became of a gate; a stage that did not come to its end keeps nothing.
  public var verdict: GateVerdict {
    (gates.map(\.verdict) + (ending == .complete ? [] : [.undecided])).worst
  }
}

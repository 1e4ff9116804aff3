/// Findings over replications that differ in their random numbers alone.
public protocol ReplicatedFindings: RunFindings {
  var seed: UInt64 { get }
  var replicationsWanted: Int { get }
  /// The number of finished replications.
  var replications: Int { get }
  var ending: ReplicationsEnding { get }
}

/// The reason for the end of the replications.
public enum ReplicationsEnding: String, Codable, Sendable {
  /// All requested replications finished.
  case complete
  /// The interval was narrow enough.
  case precise
  /// Every gate was kept or missed.
  case decided
  /// The run was interrupted; the finished replications are here.
  case cancelled
}

extension ReplicatedFindings {
  public var note: String? {
    isPartial
      ? "interrupted after \(replications) of \(replicationsWanted) replications" : nil
  }
}

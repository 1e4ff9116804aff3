import GrowthloopFindings

extension ReplicatedFindings {
  /// The number of replications, and the reason for their end.
  var replicationsText: String {
    switch ending {
    case .cancelled: "\(replications) of \(replicationsWanted): interrupted"
    case .precise: "\(replications), enough for the precision wanted"
    case .decided, .complete: "\(replications)"
    }
  }

  /// The same as the clause of a sentence.
  var replicationsClause: String {
    let count = replications.counting("replication")
    return switch ending {
    case .cancelled:
      "PARTIAL: interrupted after \(replications) of \(replicationsWanted) replications"
    case .precise: "\(count), enough for the precision wanted"
    case .decided: "\(count), enough to decide every gate"
    case .complete: count
    }
  }
}

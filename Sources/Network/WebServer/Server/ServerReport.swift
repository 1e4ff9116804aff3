/// What a server did from its start to its end.
public struct ServerReport: Sendable {
  /// What ended it.
  public enum Ending: Hashable, Sendable {
    case stopSwitch
    case signal(Int32)
  }

  public let ending: Ending
  public let requests: Int
  public let turns: Int
  public let commits: Int
  /// How many commits failed, the last one among them.
  public let failedCommits: Int
  /// Why the last commit, after the last answer, failed; `nil` if it did not.
  public let lastFailure: (any Error)?
  /// Requests that ran when the grace time was over.
  public let cutOff: Int
}

extension ServerReport: CustomStringConvertible {
  public var description: String {
    let cause =
      switch ending {
      case .stopSwitch: "asked to stop"
      case .signal(let number): "stopped by signal \(number)"
      }
    let last = lastFailure.map { "; the last commit failed: \($0)" } ?? ""
    return "\(cause): \(requests) requests in \(turns) turns, \(commits) commits, "
      + "\(failedCommits) failed, \(cutOff) cut off\(last)"
  }
}

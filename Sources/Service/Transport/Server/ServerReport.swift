/// The totals of a server's run.
public struct ServerReport: Sendable {
  /// The cause of its end.
  public enum Ending: Hashable, Sendable {
    case stopSwitch
    case signal(Int32)
  }

  public let ending: Ending
  public let requests: Int
  public let turns: Int
  public let commits: Int
  /// The number of failed commits, including the last.
  public let failedCommits: Int
  /// The error of the last commit, after the last answer; `nil` if it succeeded.
  public let lastFailure: (any Error)?
  /// The number of requests in progress at the end of the grace time.
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

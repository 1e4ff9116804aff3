/// An application's answer: what to send, when, and where it is counted.
public struct WebAnswer {
  /// When an answer may be sent.
  public enum Release: Hashable, Sendable {
    /// It rests on nothing new.
    case now
    /// When the application's commit has ended; if that fails, the sender gets a 503 in its place, or
    /// the answer itself, where it promises nothing.
    case afterCommit
  }

  public let response: WebResponse
  public let release: Release
  /// Whether it acknowledges no change, so that it is sent even if the commit fails.
  public let promisesNothing: Bool
  /// Counts the answer and its latency.
  public let meter: RouteMeter

  public init(
    _ response: WebResponse, _ release: Release, promisingNothing: Bool = false,
    countedBy meter: RouteMeter
  ) {
    self.response = response
    self.release = release
    promisesNothing = promisingNothing
    self.meter = meter
  }

  /// What is sent in its place where that did not come about.
  func replaced(by response: WebResponse) -> WebAnswer {
    WebAnswer(response, .now, countedBy: meter)
  }
}

/// An application's answer: the response, the time of its release, and its meter.
public struct WebAnswer {
  /// The moment at which an answer may be sent.
  public enum Release: Hashable, Sendable {
    /// At once: it depends on no uncommitted change.
    case now
    /// After the application's commit. If that fails, the client gets a 503 instead, or the answer
    /// itself if it promises nothing.
    case afterCommit
  }

  public let response: WebResponse
  public let release: Release
  /// Whether it acknowledges no change, and is sent even if the commit fails.
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

  /// Returns the answer that replaces it after a failed commit.
  func replaced(by response: WebResponse) -> WebAnswer {
    WebAnswer(response, .now, countedBy: meter)
  }
}

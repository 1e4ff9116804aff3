/// An application's answer: what to send, when, and where it is counted.
public struct WebAnswer {
  public private(set) var response: WebResponse
  /// Counts the answer and its latency.
  public let meter: RouteMeter
  /// Whether it may only be sent when what it tells is durable.
  public let waitsForCommit: Bool

  /// An answer that rests on nothing new.
  public static func now(_ response: WebResponse, countedBy meter: RouteMeter) -> WebAnswer {
    WebAnswer(response: response, meter: meter, waitsForCommit: false)
  }

  /// An answer that is sent when the application's commit has ended; if that fails, the
  /// sender gets a 503 in its place.
  public static func afterCommit(_ response: WebResponse, countedBy meter: RouteMeter) -> WebAnswer
  {
    WebAnswer(response: response, meter: meter, waitsForCommit: true)
  }

  mutating func replace(with response: WebResponse) {
    self.response = response
  }
}

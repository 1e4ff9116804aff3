/// The limits of size, number and time for clients.
public struct WebLimits: Hashable, Sendable {
  /// The longest path with its query.
  public var targetBytes = 2_048
  /// The longest head: the request line and all header fields.
  public var headBytes = 8_192
  /// The longest body.
  public var bodyBytes = 65_536
  /// The most connections at a time.
  public var connections = 8_192
  /// The most connections at a time from one address, or from one network of IPv6 (64 bits).
  public var connectionsPerAddress = 1_024
  /// The most pipelining connections whose waiting answers share commits; each takes three
  /// descriptors.
  public var pipelines = 256
  /// The time limit of a head, from its first line, or from the connection for the first one.
  public var headTime = Duration.seconds(5)
  /// The time limit of a body.
  public var bodyTime = Duration.seconds(10)
  /// The time limit in which a client reads an answer.
  public var answerTime = Duration.seconds(10)
  /// The time limit between two requests.
  public var idleTime = Duration.seconds(30)
  /// The time limit of a refused client: closing while bytes still arrive would destroy the refusal
  /// before it is read.
  public var lingeringTime = Duration.seconds(1)
  /// The time limit of open requests when the server stops.
  public var graceTime = Duration.seconds(5)
  /// The interval of time limit checks, and of the application's `tick`.
  public var tickInterval = Duration.milliseconds(250)

  public init() {}
}

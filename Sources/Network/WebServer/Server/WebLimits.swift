/// How much a sender may ask for, and how long it may take.
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
  /// The most connections at a time on which answers that wait share commits, though the client sends
  /// its requests without waiting for them; each takes three descriptors.
  public var pipelines = 256
  /// How long a whole head may take, from the first line, or from the connection for the first one.
  public var headTime = Duration.seconds(5)
  /// How long a whole body may take.
  public var bodyTime = Duration.seconds(10)
  /// How long the taking of an answer may take.
  public var answerTime = Duration.seconds(10)
  /// How long a connection may stay open between two requests.
  public var idleTime = Duration.seconds(30)
  /// How long a refused sender may go on before it is cut off: who closes while bytes still arrive
  /// destroys the refusal before it is read.
  public var lingeringTime = Duration.seconds(1)
  /// How long requests that run may take to finish when the server stops.
  public var graceTime = Duration.seconds(5)
  /// How often times are checked, and the application's `tick` is called.
  public var tickInterval = Duration.milliseconds(250)

  public init() {}
}

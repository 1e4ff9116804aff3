public import LinuxIO
internal import Synchronization

/// A server of HTTP that does exactly what it is told, on a thread of its own, at a free port of this
/// machine.
///
/// It is what the load generator is checked against. Requests have no body.
public final class ScriptedServer: Sendable {
  public let address: SocketAddress
  /// The moment from which the script counts.
  public let start: MonotonicTime
  private let bell: EventDescriptor
  private let thread: Mutex<BackgroundThread?>
  private let figures = Mutex(Figures())

  /// What a server did.
  public struct Figures: Sendable, Hashable {
    public internal(set) var answers = 0
    public internal(set) var connections = 0
    /// When each request was answered that did not have to be at once, in the order in which they
    /// came, in nanoseconds since the script began; `nil` where none was.
    public internal(set) var answerTimes: [Int64?] = []
    /// How long its thread ran.
    public internal(set) var processorTime = Duration.zero
  }

  /// Starts a server; bound to one of the processors, if one is named.
  public init(
    _ behaviour: AnswerScript.Behaviour = .atOnce, answering answer: ScriptedAnswer = .ok(),
    on processor: Int? = nil
  ) throws(SystemCallError) {
    let listener = try ListeningSocket(on: SocketAddress(.loopbackV4, port: 0))
    address = listener.address
    start = .now()
    bell = try EventDescriptor()
    thread = Mutex(nil)
    let loop = try ScriptedLoop(
      listener, stoppingOn: bell.descriptor.number, AnswerScript(behaviour), answer, since: start)
    let box = Mutex<ScriptedLoop?>(loop)
    let begin: @Sendable () -> Void = { [self] in
      guard let loop = box.withLock({ $0.take() }) else { return }
      if let processor { try? ThisThread.bind(to: [processor]) }
      let done = loop.run()
      figures.withLock { $0 = done }
    }
    try thread.withLock { thread throws(SystemCallError) in thread = try BackgroundThread(begin) }
  }

  /// Stops the server, waits for its end, and tells what it did.
  @discardableResult
  public func stop() -> Figures {
    bell.ring()
    if let thread = thread.withLock({ $0.take() }) { thread.join() }
    return figures.withLock { $0 }
  }
}

internal import Synchronization

/// An HTTP server that follows a script, on its own thread and a free port of this machine.
public final class ScriptedServer: Sendable {
  public let address: SocketAddress
  /// The moment from which the script counts.
  public let start: MonotonicTime
  private let bell: WakeupEvent
  private let thread: Mutex<BackgroundThread?>
  private let figures = Mutex(Figures())

  /// The report of a server.
  public struct Figures: Sendable, Hashable {
    public internal(set) var answers = 0
    public internal(set) var connections = 0
    /// The times at which the requests that allowed a delay were answered, in the order in which they
    /// came, in nanoseconds since the script began; `nil` where none was.
    public internal(set) var answerTimes: [Int64?] = []
    /// The processor time of its thread.
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
    bell = try WakeupEvent()
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

  /// Stops the server, waits for its end, and returns its report.
  @discardableResult
  public func stop() -> Figures {
    bell.signal()
    if let thread = thread.withLock({ $0.take() }) { thread.join() }
    return figures.withLock { $0 }
  }
}

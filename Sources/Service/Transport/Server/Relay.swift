/// A relay between libmicrohttpd and a client that pipelines requests.
///
/// libmicrohttpd reads a request after it has sent the previous answer, so that each would need its
/// own commit. With a relay, answers go into a socket pair, and on to the client after their
/// commit: all answers during one commit share the next.
final class Relay {
  /// An answer whose bytes are all in the pair.
  private struct Held {
    /// The total number of bytes in the pair up to its last one.
    let end: Int
    /// The number of the commit that must end first; 0 for none.
    var commit: Int
    let answer: WebAnswer
    let logged: LoggedRequest?
    let completeAt: MonotonicTime
  }

  /// The result of a transfer.
  enum Outcome {
    case goesOn
    /// The stream has ended.
    case isOver
    /// The stream is cut, because the commit of the next answer failed.
    case isCut
  }

  /// The number of the connection.
  let number: UInt64
  private let log: RequestLog?
  private let client: OwnedDescriptor
  /// The peer of libmicrohttpd's socket.
  private let library: OwnedDescriptor
  private var incoming = RelayBuffer()
  private var outgoing = RelayBuffer()
  /// Whether the client may still send.
  private var takesRequests = true
  private var held: [Held] = []
  /// The number of bytes read from the pair.
  private var taken = 0
  /// The commit that the current answer waits for; 0 for none.
  private var openCommit = 0
  /// The end of the answers that may still be sent, after a failed commit.
  private var cut: Int?
  /// The time limit; `nil` while libmicrohttpd has the connection.
  var deadline: MonotonicTime?

  init(
    number: UInt64, client: consuming OwnedDescriptor, library: consuming OwnedDescriptor,
    log: RequestLog?
  ) {
    self.number = number
    self.log = log
    self.client = client
    self.library = library
  }

  var descriptors: (client: Int32, library: Int32) { (client.number, library.number) }
}

extension Relay {
  /// Begins an answer that may leave the pair after `commit` has ended.
  func begin(waitingFor commit: Int) {
    openCommit = commit
  }

  /// Ends the answer, whose bytes are all in the pair.
  func finish(_ answer: WebAnswer, _ logged: LoggedRequest?, completeAt: MonotonicTime) {
    held.append(
      Held(
        end: taken + library.unreadBytes, commit: openCommit, answer: answer, logged: logged,
        completeAt: completeAt))
    openCommit = 0
  }

  /// Whether further bytes wait for a commit.
  func waits(after ended: Int) -> Bool { (held.first?.commit ?? openCommit) > ended }

  /// Handles a failure of the commits after `ended`.
  ///
  /// Answers that promise nothing are still sent. The first other one, and all after it, are
  /// dropped.
  ///
  /// - Returns: The number of answers that are still sent.
  func fail(after ended: Int, promisesNothing open: Bool?) -> Int {
    var spared = 0
    for place in held.indices where held[place].commit > ended {
      guard held[place].answer.promisesNothing else {
        cut = place == 0 ? taken : held[place - 1].end
        held.removeSubrange(place...)
        return spared
      }
      held[place].commit = 0
      spared += 1
    }
    guard openCommit > ended else { return spared }
    if open == true {
      openCommit = 0
      return spared + 1
    }
    cut = held.last?.end ?? taken
    return spared
  }
}

extension Relay {
  /// Transfers the client's bytes to libmicrohttpd.
  ///
  /// - Returns: Whether the client's stream has ended now.
  func passRequests() throws(SystemCallError) -> Bool {
    while takesRequests {
      do throws(SystemCallError) {
        guard try incoming.send(to: library) else { return false }
      } catch {
        // libmicrohttpd reads no more; its answers are still sent.
        takesRequests = false
        return false
      }
      guard let count = try incoming.fill(from: client, atMost: .max) else { return false }
      if count == 0 {
        takesRequests = false
        library.finishSending()
        return true
      }
    }
    return false
  }

  /// Transfers the answers whose commits have ended to the client.
  func passAnswers(after ended: Int, at now: MonotonicTime) throws(SystemCallError) -> Outcome {
    while try outgoing.send(to: client) {
      countTaken(after: now)
      if let cut, taken >= cut { return .isCut }
      let most = mostToTake(after: ended)
      guard most > 0, let count = try outgoing.fill(from: library, atMost: most) else {
        return .goesOn
      }
      if count == 0 { return .isOver }
      taken += count
    }
    return .goesOn
  }

  /// The number of bytes that may leave the pair.
  private func mostToTake(after ended: Int) -> Int {
    let last = held.prefix { $0.commit <= ended }.last
    if held.last?.end == last?.end, cut == nil, openCommit <= ended { return RelayBuffer.capacity }
    return min((last?.end ?? taken) - taken, RelayBuffer.capacity)
  }

  /// Counts the answers that the kernel has for the client.
  private func countTaken(after now: MonotonicTime) {
    let sent = held.prefix { $0.end <= taken }
    for one in sent {
      let time = now - one.completeAt
      one.answer.meter.count(one.answer.response.status, after: Int(time.nanoseconds / 1_000))
      if let logged = one.logged { log?.add(logged, one.answer, after: time, isSent: true) }
    }
    held.removeFirst(sent.count)
  }

  /// Ends the connection to the client with a last message; sent bytes still arrive.
  func end(with message: [UInt8] = []) {
    if !message.isEmpty { _ = BorrowedSocket.send(message, to: client.number) }
    BorrowedSocket.finishSending(client.number)
  }
}

/// A buffer of bytes between two sockets.
struct RelayBuffer {
  static let capacity = 16_384

  private var bytes: [UInt8] = []
  /// The range of unsent bytes.
  private var pending = 0..<0

  /// Sends the buffered bytes; returns whether the buffer is empty.
  mutating func send(to socket: borrowing OwnedDescriptor) throws(SystemCallError) -> Bool {
    while !pending.isEmpty {
      guard let count = try socket.send(bytes.span.extracting(pending)) else { return false }
      pending = pending.lowerBound + count..<pending.upperBound
    }
    return true
  }

  /// Fills the empty buffer with received bytes, at most `most`.
  ///
  /// - Returns: The number of bytes, zero at the end; `nil` if none have arrived.
  mutating func fill(
    from socket: borrowing OwnedDescriptor, atMost most: Int
  ) throws(SystemCallError) -> Int? {
    if bytes.isEmpty { bytes = [UInt8](repeating: 0, count: Self.capacity) }
    var all = bytes.mutableSpan
    guard let count = try socket.read(into: &all, atMost: most) else { return nil }
    pending = 0..<count
    return count
  }
}

internal import LinuxIO

/// Stands between libmicrohttpd and a client that sends requests without waiting for the answers.
///
/// libmicrohttpd takes a request when the answer to the one before has gone, so that each would cost a
/// commit of its own. Here answers go into a pair of sockets instead, and on to the client when their
/// commit has ended: all that come during one commit share the next.
final class Relay {
  /// What is known of an answer whose bytes are all in the pair.
  private struct Held {
    /// How many bytes the pair has had with the last of them.
    let end: Int
    /// The commit that must end first, by its number; 0 for none.
    var commit: Int
    let answer: WebAnswer
    let completeAt: MonotonicTime
  }

  /// What came of passing bytes on.
  enum Outcome {
    case goesOn
    /// Nothing more will come.
    case isOver
    /// Nothing more may be sent, for the commit of the next answer has failed.
    case isCut
  }

  /// The number of the connection.
  let number: UInt64
  private let client: OwnedDescriptor
  /// The other end of libmicrohttpd's socket.
  private let library: OwnedDescriptor
  private var incoming = RelayBuffer()
  private var outgoing = RelayBuffer()
  /// Whether anything may still come from the client.
  private var takesRequests = true
  private var held: [Held] = []
  /// How many bytes have been taken out of the pair.
  private var taken = 0
  /// The commit that the answer which goes into the pair now waits for; 0 for none.
  private var openCommit = 0
  /// Where the answers end that may still be sent, after a commit that failed.
  private var cut: Int?
  /// When it is given up; `nil` while libmicrohttpd has the connection.
  var deadline: MonotonicTime?

  init(
    number: UInt64, client: consuming OwnedDescriptor, library: consuming OwnedDescriptor
  ) {
    self.number = number
    self.client = client
    self.library = library
  }

  var descriptors: (client: Int32, library: Int32) { (client.number, library.number) }
}

extension Relay {
  /// An answer begins to go into the pair, which may leave it when that commit has ended.
  func begin(waitingFor commit: Int) {
    openCommit = commit
  }

  /// All bytes of the answer are in the pair.
  func finish(_ answer: WebAnswer, completeAt: MonotonicTime) {
    held.append(
      Held(
        end: taken + library.unreadBytes, commit: openCommit, answer: answer,
        completeAt: completeAt))
    openCommit = 0
  }

  /// Whether a commit must end before anything more can be sent.
  func waits(after ended: Int) -> Bool { (held.first?.commit ?? openCommit) > ended }

  /// How many of the answers waited for the commit after `ended`, which has failed.
  ///
  /// Those that promise nothing are sent all the same; the first other one, and all after it, never.
  ///
  /// - Returns: How many are sent.
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
  /// Passes on to libmicrohttpd what the client sends.
  ///
  /// - Returns: Whether it has come to its end now.
  func passRequests() throws(SystemCallError) -> Bool {
    while takesRequests {
      do throws(SystemCallError) {
        guard try incoming.send(to: library) else { return false }
      } catch {
        // libmicrohttpd takes no more; what it has answered is still sent.
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

  /// Passes on to the client the answers whose commits have ended.
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

  /// How many bytes may leave the pair.
  private func mostToTake(after ended: Int) -> Int {
    let last = held.prefix { $0.commit <= ended }.last
    if held.last?.end == last?.end, cut == nil, openCommit <= ended { return RelayBuffer.capacity }
    return min((last?.end ?? taken) - taken, RelayBuffer.capacity)
  }

  /// Counts the answers that the kernel has.
  private func countTaken(after now: MonotonicTime) {
    let sent = held.prefix { $0.end <= taken }
    for one in sent {
      let microseconds = (now - one.completeAt).nanoseconds / 1_000
      one.answer.meter.count(one.answer.response.status, after: Int(microseconds))
    }
    held.removeFirst(sent.count)
  }

  /// Ends the connection to the client, with a last message; what was sent still arrives.
  func end(with message: [UInt8] = []) {
    if !message.isEmpty { _ = BorrowedSocket.send(message, to: client.number) }
    BorrowedSocket.finishSending(client.number)
  }
}

/// The loop of a scripted server.
struct ScriptedLoop: ~Copyable {
  /// One connection; its number in the array is its descriptor's.
  private struct Connection: BitwiseCopyable {
    var isOpen = false
    var generation: UInt32 = 0
    /// The number of received bytes of the end of a head, "\r\n\r\n".
    var matched = 0
  }

  /// A piece of an answer that is to be sent.
  private struct Due: BitwiseCopyable {
    var time: Int64
    var connection: Int32
    var generation: UInt32
    var piece: Int
    /// The number of the request, in the order in which they came.
    let request: Int
  }

  private static let bell = Poller.Token(.max)
  private static let door = Poller.Token(.max - 1)

  private let listener: ListeningSocket
  private var poller: Poller
  private var script: AnswerScript
  private let answer: ScriptedAnswer
  private let isImmediate: Bool
  private let start: Int64
  private var connections: [Connection] = []
  /// In the order of their times.
  private var waiting: [Due] = []
  private var firstWaiting = 0
  private var inbox = [UInt8](repeating: 0, count: 16_384)
  private var figures = ScriptedServer.Figures()

  init(
    _ listener: consuming ListeningSocket, stoppingOn bell: Int32, _ script: AnswerScript,
    _ answer: ScriptedAnswer, since start: MonotonicTime
  ) throws(SystemCallError) {
    let poller = try Poller()
    try poller.add(bell, for: .reading, as: Self.bell)
    try poller.add(listener.descriptor.number, for: .reading, as: Self.door)
    self.poller = poller
    self.listener = listener
    self.script = script
    self.answer = answer
    self.start = start.nanoseconds
    isImmediate = script.behaviour == .atOnce && answer.pieces.count == 1
  }

  /// Serves until the server is stopped.
  consuming func run() -> ScriptedServer.Figures {
    try? ThisThread.setTimerSlack(nanoseconds: 1)
    while true {
      sendDue()
      var patience: Int64 = -1
      if firstWaiting < waiting.count {
        patience = max(0, waiting[firstWaiting].time - MonotonicTime.now().nanoseconds)
      }
      guard let count = try? poller.wait(nanoseconds: patience) else { break }
      for index in 0..<count {
        let event = poller[index]
        if event.token == Self.bell {
          figures.processorTime = ThisThread.processorTime()
          return figures
        }
        if event.token == Self.door { accept() } else { receive(event) }
      }
    }
    return figures
  }

  private mutating func accept() {
    while let connection = try? listener.accept() {
      let number = connection.release()
      while connections.count <= number { connections.append(Connection()) }
      connections[Int(number)].isOpen = true
      connections[Int(number)].matched = 0
      figures.connections += 1
      let token = Poller.Token(
        UInt64(connections[Int(number)].generation) << 32 | UInt64(number))
      if (try? poller.add(number, for: [.reading, .changesOnly], as: token)) == nil {
        close(number)
      }
      // Bytes that came with the connection are read at once.
      receive(number)
    }
  }

  private mutating func close(_ number: Int32) {
    connections[Int(number)].isOpen = false
    connections[Int(number)].generation &+= 1
    ClientSocket.close(number)
  }

  private mutating func receive(_ event: Poller.Event) {
    let number = Int32(truncatingIfNeeded: event.token.rawValue & 0xFFFF_FFFF)
    let generation = UInt32(event.token.rawValue >> 32)
    guard connections[Int(number)].isOpen, connections[Int(number)].generation == generation
    else { return }
    receive(number)
  }

  private mutating func receive(_ number: Int32) {
    while connections[Int(number)].isOpen {
      switch fillInbox(from: number) {
      case .later: return
      case .failed, .moved(0):
        close(number)
        return
      case .moved(let count):
        let requests = countRequests(in: count, from: number)
        for _ in 0..<requests { reply(to: number) }
        if count < inbox.count { return }
      }
    }
  }

  private mutating func fillInbox(from number: Int32) -> ClientSocket.Outcome {
    var room = inbox.mutableSpan
    return ClientSocket.receive(into: &room, from: number)
  }

  /// Counts the request heads that end in the bytes read.
  private mutating func countRequests(in count: Int, from number: Int32) -> Int {
    var (matched, ends) = (connections[Int(number)].matched, 0)
    for place in 0..<count {
      let byte = inbox[place]
      let expected: UInt8 = matched % 2 == 0 ? 13 : 10
      matched = byte == expected ? matched + 1 : byte == 13 ? 1 : 0
      if matched == 4 {
        ends += 1
        matched = 0
      }
    }
    connections[Int(number)].matched = matched
    return ends
  }

  private mutating func reply(to number: Int32) {
    if isImmediate {
      figures.answers += 1
      let piece = answer.pieces[0]
      _ = ClientSocket.send(piece.span, to: number)
      end(number)
      return
    }
    let now = MonotonicTime.now().nanoseconds
    let time = start + script.answerTime(at: now - start)
    if answer.pieces.isEmpty {
      end(number)
    } else {
      wait(
        Due(
          time: time, connection: number, generation: connections[Int(number)].generation,
          piece: 0, request: figures.answerTimes.count))
      figures.answerTimes.append(nil)
    }
  }

  private mutating func wait(_ due: Due) {
    var place = waiting.count
    while place > firstWaiting, waiting[place - 1].time > due.time { place -= 1 }
    waiting.insert(due, at: place)
  }

  private mutating func sendDue() {
    while firstWaiting < waiting.count {
      let due = waiting[firstWaiting]
      let now = MonotonicTime.now().nanoseconds
      guard due.time <= now else { return }
      firstWaiting += 1
      if firstWaiting == waiting.count || firstWaiting > 65_536 {
        waiting.removeFirst(firstWaiting)
        firstWaiting = 0
      }
      guard connections[Int(due.connection)].generation == due.generation else { continue }
      let piece = answer.pieces[due.piece]
      _ = ClientSocket.send(piece.span, to: due.connection)
      if due.piece + 1 < answer.pieces.count {
        wait(
          Due(
            time: now + 1_000_000, connection: due.connection, generation: due.generation,
            piece: due.piece + 1, request: due.request))
      } else {
        figures.answers += 1
        figures.answerTimes[due.request] = now - start
        end(due.connection)
      }
    }
  }

  private mutating func end(_ number: Int32) {
    switch answer.ending {
    case .keep: break
    case .close: close(number)
    case .reset:
      ClientSocket.abortOnClose(number)
      close(number)
    }
  }
}

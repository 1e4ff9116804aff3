import Foundation
import Glibc
public import GrowthloopTransport

/// A client that sends what it is told, byte for byte, and reads whole answers.
public struct RawClient: ~Copyable {
  /// What a server did that no server may do.
  public enum Complaint: Error, Hashable {
    case notHTTP(String)
    /// The connection ended in the middle of an answer, after so many bytes of it.
    case cutShort(bytes: Int)
  }

  private let socket: OwnedDescriptor
  private var received: [UInt8] = []

  /// Connects; a read or write that waits longer than half a minute fails.
  public init(_ address: SocketAddress) throws {
    socket = try OwnedDescriptor.connected(to: address, patience: .seconds(30))
  }

  public func send(_ text: String) throws {
    try send(Array(text.utf8))
  }

  public func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      guard let count = try socket.send(bytes.span.extracting(sent...)) else {
        throw SystemCallError(call: "send", number: 11)
      }
      sent += count
    }
  }

  /// Sends the text so many times from a thread of its own; keeps whether all of it was taken.
  ///
  /// The client must live until that is known.
  public func sendAside(_ text: String, times: Int) -> Promise<Bool> {
    let sent = Promise<Bool>()
    let number = socket.number
    Thread.detachNewThread {
      let bytes = Array(String(repeating: text, count: max(1, 65_536 / text.utf8.count)).utf8)
      var left = times * text.utf8.count
      var start = 0
      while left > 0 {
        let count = unsafe bytes.withUnsafeBytes { bytes in
          unsafe Glibc.send(
            number, bytes.baseAddress?.advanced(by: start), min(left, bytes.count - start),
            Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { break }
        left -= count
        start = (start + count) % bytes.count
      }
      sent.keep(.success(left == 0))
    }
    return sent
  }

  /// Whether no byte has arrived that was not read.
  public var hasNothing: Bool {
    var byte: UInt8 = 0
    let count = unsafe recv(
      socket.number, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    return received.isEmpty && count == -1 && errno == EAGAIN
  }

  /// Tells the server that nothing more will come, and goes on reading.
  public func finishSending() {
    socket.finishSending()
  }

  /// Reads the next answer; one to HEAD has no body, whatever its length says.
  public mutating func receive(toHead: Bool = false) throws -> RawAnswer {
    var end: Int?
    while end == nil {
      end = received.indices.dropFirst(3).first {
        received[($0 - 3)...$0].elementsEqual("\r\n\r\n".utf8)
      }
      if end == nil, try !receiveMore() { throw Complaint.cutShort(bytes: received.count) }
    }
    let headEnd = (end ?? 0) + 1
    let head = String(decoding: received[..<headEnd], as: UTF8.self)
    received.removeFirst(headEnd)
    guard let bare = RawAnswer(head: head, body: []) else { throw Complaint.notHTTP(head) }
    let length = toHead ? 0 : Int(bare.field("content-length") ?? "0") ?? 0
    while received.count < length {
      if try !receiveMore() { throw Complaint.cutShort(bytes: headEnd + received.count) }
    }
    let body = Array(received[..<length])
    received.removeFirst(length)
    guard let answer = RawAnswer(head: head, body: body) else { throw Complaint.notHTTP(head) }
    return answer
  }

  /// Sends a request, and returns after how many nanoseconds the first of the answer came.
  ///
  /// It looks for it all the time, for who sleeps measures the waking too.
  public mutating func timeToAnswer(_ request: [UInt8]) throws -> Int64 {
    var byte: UInt8 = 0
    let start = MonotonicTime.now()
    try send(request)
    while unsafe recv(socket.number, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) < 0,
      errno == EAGAIN
    {}
    let time = (MonotonicTime.now() - start).nanoseconds
    guard try receiveMore() else { throw Complaint.cutShort(bytes: 0) }
    return time
  }

  /// Reads what has come, or comes next.
  public mutating func receiveSome() throws -> [UInt8] {
    if received.isEmpty, try !receiveMore() { throw Complaint.cutShort(bytes: 0) }
    defer { received = [] }
    return received
  }

  /// Reads until the server closes.
  ///
  /// - Returns: What came; a connection that was reset ends it like one that was closed.
  public mutating func receiveToEnd() -> [UInt8] {
    while (try? receiveMore()) == true {}
    defer { received = [] }
    return received
  }

  /// Reads until the server closes or resets; fails if that takes longer than its patience.
  public mutating func receiveAll() throws -> [UInt8] {
    do {
      while try receiveMore() {}
    } catch let error as SystemCallError where error.number != 11 {}
    defer { received = [] }
    return received
  }

  /// - Returns: Whether there was anything, and not the end.
  private mutating func receiveMore() throws -> Bool {
    var part = [UInt8](repeating: 0, count: 65_536)
    var span = part.mutableSpan
    guard let count = try socket.read(into: &span) else {
      throw SystemCallError(call: "read", subject: "nothing for half a minute", number: 11)
    }
    received += part[..<count]
    return count > 0
  }
}

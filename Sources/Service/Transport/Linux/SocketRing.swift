internal import CGrowthloopEpoll
internal import CGrowthloopUring
internal import Glibc

/// Sends and receives over many sockets, with one call for all of them: Linux's io_uring.
///
/// What is asked for goes to the kernel together, at the next wait or when it is submitted.
/// Only the thread that makes a ring may use it.
///
/// `@safe`: the kernel writes into buffers, and reads requests, that live as long as the ring; what
/// is under way ends before they are freed. Bytes are copied in and out, each within the length of
/// its own place.
@safe
public struct SocketRing: ~Copyable {
  /// Something that has happened to a socket.
  public struct Completion: Sendable {
    public enum Kind: UInt64, Sendable {
      /// Bytes have come, the end, or an error.
      case received
      /// A request could not be sent.
      case unsent
      /// A descriptor has become ready, or a socket can be written to.
      case ready
      /// What was given up has ended.
      case ended
    }

    /// The token of the registration.
    public let token: Poller.Token
    public let kind: Kind
    fileprivate let result: Int32
    fileprivate let flags: UInt32
    /// The number of bytes before those received.
    fileprivate let headRoom: Int32

    /// Whether no more bytes come without another request for them.
    public var isLast: Bool { flags & ring_goes_on == 0 }
    /// Whether the peer has shut down sending, or the connection has failed.
    public var isEnd: Bool {
      kind == .received && result <= headRoom && result != -ENOBUFS
    }
    /// The kernel's `errno`; zero without an error.
    public var error: Int32 { max(0, -result) }
  }

  /// The longest request that is sent through the ring.
  public static let sendRoom = 4_096
  /// The size of a buffer of the kernel.
  private static let bufferSize = 4_096
  private static let mostBuffers = 4_096
  private static let eventsAtOnce = 256
  /// The lower half of a token has the kind in its two highest bits.
  private static let kindShift: UInt64 = 30

  private let ring: UnsafeMutablePointer<io_uring>
  private let lent: UnsafeMutablePointer<io_uring_buf_ring>
  private let buffers: UnsafeMutableRawPointer
  private let bufferCount: Int
  /// The requests that are being sent, by the place of their sockets.
  private let outbox: UnsafeMutableRawPointer
  private let places: Int
  /// The form of a received message, with the room for its stamp.
  private let form: UnsafeMutablePointer<msghdr>
  private let headRoom: Int
  private var happened: [Completion] = []
  private var entries: [UnsafeMutablePointer<io_uring_cqe>?]

  /// Makes a ring for so many sockets, with the kernel's receive times where `isStamping`; `nil` where
  /// the kernel lacks it or forbids it.
  public init?(sockets: Int, isStamping: Bool) {
    let count = Self.powerOfTwo(atLeast: min(max(64, 2 * sockets), Self.mostBuffers))
    let ring = UnsafeMutablePointer<io_uring>.allocate(capacity: 1)
    guard unsafe ring_begin(ring, UInt32(count), UInt32(4 * count)) == 0 else {
      unsafe ring.deallocate()
      return nil
    }
    let lent = UnsafeMutableRawPointer.allocate(
      byteCount: count * MemoryLayout<io_uring_buf>.stride, alignment: 4_096)
    let list = unsafe lent.bindMemory(to: io_uring_buf_ring.self, capacity: 1)
    let buffers = UnsafeMutableRawPointer.allocate(
      byteCount: count * Self.bufferSize, alignment: 4_096)
    guard unsafe ring_can_receive(ring) != 0,
      unsafe ring_lend(ring, list, buffers, UInt32(count), UInt32(Self.bufferSize)) == 0
    else {
      unsafe io_uring_queue_exit(ring)
      unsafe ring.deallocate()
      unsafe lent.deallocate()
      unsafe buffers.deallocate()
      return nil
    }
    unsafe (self.ring, self.lent, self.buffers, bufferCount) = (ring, list, buffers, count)
    places = sockets
    unsafe outbox = .allocate(byteCount: max(1, sockets) * Self.sendRoom, alignment: 64)
    unsafe form = .allocate(capacity: 1)
    unsafe form.initialize(to: msghdr())
    unsafe form.pointee.msg_controllen = isStamping ? Int(ring_stamp_room) : 0
    headRoom = isStamping ? Int(ring_head_room + ring_stamp_room) : 0
    unsafe entries = Array(repeating: nil, count: Self.eventsAtOnce)
    happened.reserveCapacity(Self.eventsAtOnce)
  }

  deinit {
    _ = unsafe ring_give_all_up(ring)
    unsafe io_uring_queue_exit(ring)
    unsafe ring.deallocate()
    unsafe lent.deallocate()
    unsafe buffers.deallocate()
    unsafe outbox.deallocate()
    unsafe form.deallocate()
  }

  private static func powerOfTwo(atLeast count: Int) -> Int {
    var power = 1
    while power < count { power *= 2 }
    return power
  }
}

extension SocketRing {
  /// Receives all that comes over a socket, until the end or an error.
  public mutating func listen(to socket: Int32, as token: Poller.Token) {
    let ask = unsafe ask()
    if headRoom > 0 {
      unsafe io_uring_prep_recvmsg_multishot(ask, socket, form, 0)
    } else {
      unsafe io_uring_prep_recv_multishot(ask, socket, nil, 0, 0)
    }
    unsafe ask.pointee.flags |= UInt8(ring_selects_buffer)
    unsafe identify(ask, .received, token)
  }

  /// Sends a request of at most `sendRoom` bytes over the socket of a place, as a whole.
  ///
  /// Only a failure is reported. The place must not have a request under way.
  public mutating func send(
    _ bytes: Span<UInt8>, over socket: Int32, of place: Int, as token: Poller.Token
  ) {
    precondition(bytes.count <= Self.sendRoom && place < places, "a request in its own place")
    let room = unsafe outbox + place * Self.sendRoom
    unsafe bytes.withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress else { return }
      unsafe room.copyMemory(from: first, byteCount: bytes.count)
    }
    let ask = unsafe ask()
    unsafe io_uring_prep_send(ask, socket, room, bytes.count, ring_sends_whole)
    unsafe ask.pointee.flags |= UInt8(ring_skips_success)
    unsafe identify(ask, .unsent, token)
  }
}

extension SocketRing {
  /// Reports that a descriptor has become readable, each time.
  public mutating func watch(_ number: Int32, as token: Poller.Token) {
    let ask = unsafe ask()
    unsafe io_uring_prep_poll_multishot(ask, number, UInt32(POLLIN))
    unsafe identify(ask, .ready, token)
  }

  /// Reports once that a socket can be written to.
  public mutating func awaitRoom(of socket: Int32, as token: Poller.Token) {
    let ask = unsafe ask()
    unsafe io_uring_prep_poll_add(ask, socket, UInt32(POLLOUT))
    unsafe identify(ask, .ready, token)
  }

  /// Ends all that is under way on a socket, which is closed next.
  public mutating func giveUp(_ socket: Int32) {
    let ask = unsafe ask()
    unsafe ring_give_up(ask, socket)
    unsafe ask.pointee.flags |= UInt8(ring_skips_success)
    unsafe identify(ask, .ended, Poller.Token(0))
    // The number may be that of another socket soon.
    submit()
  }

  /// Sends what has been asked for to the kernel.
  public mutating func submit() {
    _ = unsafe io_uring_submit(ring)
  }

  /// An unused request; what has been asked for goes to the kernel if there is none.
  private mutating func ask() -> UnsafeMutablePointer<io_uring_sqe> {
    while true {
      if let ask = unsafe io_uring_get_sqe(ring) { return unsafe ask }
      submit()
    }
  }

  private func identify(
    _ ask: UnsafeMutablePointer<io_uring_sqe>, _ kind: Completion.Kind, _ token: Poller.Token
  ) {
    unsafe ask.pointee.user_data =
      token.rawValue & ~(3 << Self.kindShift) | kind.rawValue << Self.kindShift
  }
}

extension SocketRing {
  /// Sends what has been asked for, and waits at most for so many nanoseconds until something
  /// happens; without a limit below zero.
  ///
  /// - Returns: The number of completions, which the subscript returns by index. A signal ends the
  ///   wait.
  public mutating func wait(nanoseconds: Int64) throws(SystemCallError) -> Int {
    let answer: Int32
    if nanoseconds == 0 {
      answer = unsafe io_uring_submit_and_get_events(ring)
    } else if nanoseconds < 0 {
      answer = unsafe io_uring_submit_and_wait(ring, 1)
    } else {
      var time = __kernel_timespec(
        tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
      var first: UnsafeMutablePointer<io_uring_cqe>?
      answer = unsafe io_uring_submit_and_wait_timeout(ring, &first, 1, &time, nil)
    }
    // Nothing in time, a signal, or more that happened than there is room for: it is read now.
    guard answer >= 0 || [ETIME, EINTR, EBUSY, EAGAIN].contains(-answer) else {
      throw SystemCallError(call: "io_uring_enter", number: -answer)
    }
    let count = unsafe io_uring_peek_batch_cqe(ring, &entries, UInt32(entries.count))
    happened.removeAll(keepingCapacity: true)
    for place in 0..<Int(count) {
      guard let entry = unsafe entries[place]?.pointee else { continue }
      happened.append(completion(entry.user_data, entry.res, entry.flags))
    }
    unsafe io_uring_cq_advance(ring, count)
    return happened.count
  }

  private func completion(_ data: UInt64, _ result: Int32, _ flags: UInt32) -> Completion {
    let kind = data >> Self.kindShift & 3
    return Completion(
      token: Poller.Token(data & ~(3 << Self.kindShift)),
      kind: Completion.Kind(rawValue: kind) ?? .ended, result: result, flags: flags,
      headRoom: Int32(headRoom))
  }

  /// The completion with this index, among those of the last `wait`.
  public subscript(index: Int) -> Completion { happened[index] }

  /// Takes the bytes that came, whose buffer the kernel has again; with the kernel's receive time of
  /// the last of them, in nanoseconds since 1970.
  ///
  /// Each completion with bytes is taken once, or given back.
  public mutating func take(
    _ completion: Completion, into bytes: inout [UInt8]
  ) -> (ClientSocket.Outcome, stamp: Int64?) {
    guard completion.flags & ring_has_buffer != 0 else {
      let error = completion.error
      return (error == 0 ? .moved(0) : error == ENOBUFS ? .later : .failed(error), nil)
    }
    defer { giveBack(completion) }
    let start = unsafe buffers + place(of: completion) * Self.bufferSize
    let count = min(Int(completion.result), Self.bufferSize) - headRoom
    guard count > 0 else { return (.moved(0), nil) }
    precondition(bytes.count >= Self.bufferSize, "room for a buffer of the kernel")
    unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(start: start + headRoom, count: count))
    }
    guard headRoom > 0 else { return (.moved(count), nil) }
    let stamp = unsafe ring_stamp(start, form)
    return (.moved(count), stamp == 0 ? nil : stamp)
  }

  /// Gives the kernel its buffer again, whose bytes are not wanted.
  public mutating func giveBack(_ completion: Completion) {
    guard completion.flags & ring_has_buffer != 0 else { return }
    let place = place(of: completion)
    unsafe io_uring_buf_ring_add(
      lent, buffers + place * Self.bufferSize, UInt32(Self.bufferSize), UInt16(place),
      io_uring_buf_ring_mask(UInt32(bufferCount)), 0)
    unsafe io_uring_buf_ring_advance(lent, 1)
  }

  private func place(of completion: Completion) -> Int {
    let place = Int(completion.flags >> 16)
    precondition(place < bufferCount, "the kernel names a buffer that it was lent")
    return place
  }
}

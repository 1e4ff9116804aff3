internal import CGrowthloopNghttp2

/// What the streams of all connections of one client of HTTP/2 (RFC 9113) have received.
///
/// A stream has a place, which the caller chooses: that of a request under way. What comes is kept as
/// events in their order, with the bytes that are kept of each answer written as HTTP/1.1 would.
///
/// `@safe`: it owns the library's options, callbacks and the room for fields, which only `deinit` frees;
/// every session holds a reference to it. The library calls back only within calls of a session, on
/// the caller's thread, and what it lends is copied before the callback returns.
@safe
package final class HTTP2Client {
  /// What became of an answer.
  package enum Ending: UInt8, BitwiseCopyable {
    /// More is to come.
    case none
    case finished
    /// It has fewer bytes than it said.
    case cutOff
    case malformed
    /// The server gave the stream up.
    case reset
    /// The server did so before it did anything.
    case refused
  }

  /// Bytes of an answer that came, and whether it is at its end.
  package struct Event: BitwiseCopyable {
    package let place: Int32
    private let start: Int
    fileprivate(set) var end: Int
    package fileprivate(set) var ending = Ending.none

    fileprivate init(_ place: Int32, _ start: Int, _ end: Int) {
      (self.place, self.start, self.end) = (place, start, end)
    }

    /// Where its bytes are in the client's text.
    package var text: Range<Int> { start..<end }
  }

  /// The answer of one stream so far.
  fileprivate struct Stream: BitwiseCopyable {
    /// Its number in its session; 0 for none, and once it is at its end.
    var number: Int32 = 0
    var status = 0
    var interimCount = 0
    var headBytes = 0
    /// The bytes of the body, those that frames announced, and those that the head did.
    var bodyBytes: Int64 = 0
    var announced: Int64 = 0
    var length: Int64 = -1
    /// The bytes that are still to be kept, and whether those of the head are.
    var room = 0
    var keepsHead = false
    var hasBegun = false
    var hasHead = false
    var hasEnded = false
    var wasReset = false
    /// The bytes of the request's body that were sent.
    var sent = 0
  }

  /// The head of a request, with the text that its fields point to.
  @unsafe fileprivate struct Prepared {
    let text: UnsafeMutableBufferPointer<UInt8>
    let fields: UnsafeMutableBufferPointer<nghttp2_nv>
    /// Where the body begins.
    let head: Int
  }

  /// The most fields of a request.
  package static let mostFields = 256
  /// The most bytes of a stream that a server may send unasked.
  private static let window: UInt32 = 1 << 22
  /// The most answers to pings and settings that wait for a server that does not read.
  private static let mostAcknowledgements = 1_000

  fileprivate let callbacks: OpaquePointer
  fileprivate let options: OpaquePointer
  fileprivate let fields = UnsafeMutablePointer<nghttp2_nv>.allocate(capacity: mostFields)
  /// By kind, the fields of requests that are all the same; the library takes no copies of them.
  fileprivate var prepared = unsafe [Prepared?]()
  fileprivate let isEncrypted: Bool
  fileprivate var streams: [Stream]
  fileprivate var bodies: [[UInt8]]
  /// The bytes of this turn's answers.
  package private(set) var text: [UInt8] = []
  package private(set) var events: [Event] = []
  /// What a session learned in this call: the last stream that the server takes, and its settings.
  fileprivate var lastTaken: Int32?
  fileprivate var hasSettings = false
  /// The streams at a time that the server allowed at the start.
  package var firstAllowance = Int.max

  /// Makes room for so many requests under way; `nil` without memory.
  package init?(places: Int, isEncrypted: Bool) {
    var (callbacks, options) = unsafe (nil as OpaquePointer?, nil as OpaquePointer?)
    guard unsafe nghttp2_session_callbacks_new(&callbacks) == 0,
      unsafe nghttp2_option_new(&options) == 0, let callbacks = unsafe callbacks,
      let options = unsafe options
    else { return nil }
    unsafe (self.callbacks, self.options) = (callbacks, options)
    self.isEncrypted = isEncrypted
    streams = Array(repeating: Stream(), count: places)
    bodies = Array(repeating: [], count: places)
    unsafe nghttp2_option_set_max_outbound_ack(options, Self.mostAcknowledgements)
    // Streams that are over are of no use to a client that sets no priorities.
    unsafe nghttp2_option_set_no_closed_streams(options, 1)
    unsafe nghttp2_session_callbacks_set_on_begin_frame_callback(callbacks, Self.frameBegins)
    unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks, Self.fieldCame)
    unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, Self.bodyCame)
    unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, Self.frameCame)
    unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, Self.streamClosed)
  }

  deinit {
    unsafe nghttp2_session_callbacks_del(callbacks)
    unsafe nghttp2_option_del(options)
    unsafe fields.deallocate()
    for kind in unsafe prepared.indices {
      guard let head = unsafe prepared[kind] else { continue }
      unsafe head.text.deallocate()
      unsafe head.fields.deallocate()
    }
  }

  /// Lays out the head of requests of a kind that are all the same.
  package func prepare(_ request: Span<UInt8>, as kind: Int) {
    let text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: request.count)
    for place in 0..<request.count { unsafe text[place] = request[place] }
    var head = 0
    let count = unsafe http2_fields(
      text.baseAddress, text.count, isEncrypted ? 1 : 0, fields, Self.mostFields, &head)
    let fields = UnsafeMutableBufferPointer<nghttp2_nv>.allocate(capacity: count)
    for place in 0..<count {
      var field = unsafe self.fields[place]
      // Names of fields are small: RFC 9113, 8.2.
      if place >= 4 {
        for letter in 0..<(unsafe field.namelen) {
          unsafe field.name[letter] = field.name[letter].lowercased
        }
      }
      unsafe field.flags = UInt8(
        NGHTTP2_NV_FLAG_NO_COPY_NAME.rawValue | NGHTTP2_NV_FLAG_NO_COPY_VALUE.rawValue)
      unsafe fields.initializeElement(at: place, to: field)
    }
    while unsafe prepared.count <= kind { unsafe prepared.append(nil) }
    unsafe prepared[kind] = Prepared(text: text, fields: fields, head: head)
  }

  /// The status and the size of the answer at a place, as the parser of HTTP/1.1 has them.
  package func answer(at place: Int32) -> ResponseReader {
    let stream = streams[Int(place)]
    return ResponseReader(status: stream.status, bodyBytes: stream.bodyBytes)
  }

  /// Whether anything of the answer at a place has come.
  package func hasBegun(at place: Int32) -> Bool { streams[Int(place)].hasBegun }

  /// Forgets the events and bytes that were looked at.
  package func clear() {
    events.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: text.capacity <= 1 << 20)
  }

  /// Returns a session over a new connection; `nil` without memory.
  package func session() -> HTTP2Session? {
    var session = unsafe nil as OpaquePointer?
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    guard unsafe nghttp2_session_client_new2(&session, callbacks, context, options) == 0,
      let session = unsafe session
    else { return nil }
    guard
      unsafe http2_begin(session, Self.window, UInt32(ResponseReader.longestHead)) == 0
    else {
      unsafe nghttp2_session_del(session)
      return nil
    }
    return unsafe HTTP2Session(owning: session, of: self)
  }
}

/// One connection of HTTP/2, without its socket.
///
/// `@safe`: it owns the library's session, which only `deinit` frees, and keeps the client that its
/// callbacks write to; buffers are lent for the time of a call, with their own length.
@safe
package final class HTTP2Session {
  private let session: OpaquePointer
  private let client: HTTP2Client
  /// What is to be written, from `written` on.
  private var outbox: [UInt8] = []
  private var written = 0
  /// The last stream that the server takes, once it said that it ends the connection.
  package private(set) var lastTaken: Int32?
  /// Whether the server sent its settings.
  package private(set) var isGreeted = false
  /// Whether no further number is left for a stream.
  private var isUsedUp = false

  /// So much is gathered before it is written.
  private static let fullOutbox = 65_536

  fileprivate init(owning session: OpaquePointer, of client: HTTP2Client) {
    unsafe self.session = session
    self.client = client
  }

  deinit { unsafe nghttp2_session_del(session) }

  /// Whether no further request goes over the connection.
  package var isEnding: Bool { lastTaken != nil || isUsedUp }

  /// Whether the library has given the connection up.
  package var isOver: Bool {
    unsafe nghttp2_session_want_read(session) == 0 && nghttp2_session_want_write(session) == 0
  }

  /// The most requests under way that the server allows.
  package var allowance: Int {
    isGreeted
      ? Int(
        unsafe nghttp2_session_get_remote_settings(session, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS)
      ) : client.firstAllowance
  }

  /// Plans a request, as HTTP/1.1 writes it, for the next writing; its answer comes with `place`.
  ///
  /// `reach` is the most bytes that are kept of the answer, and whether of its head too. Returns whether
  /// the connection can carry it.
  package func ask(
    _ request: Span<UInt8>, of kind: Int, at place: Int32,
    keeping reach: (most: Int, needsHead: Bool)
  ) -> Bool {
    var stream = HTTP2Client.Stream()
    (stream.room, stream.keepsHead) = reach
    stream.number = unsafe request.withUnsafeBufferPointer { text in
      var (fields, count, head) = unsafe (client.fields, 0, 0)
      if unsafe kind < client.prepared.count, let prepared = unsafe client.prepared[kind],
        let start = unsafe prepared.fields.baseAddress
      {
        unsafe (fields, count, head) = (start, prepared.fields.count, prepared.head)
      } else {
        count = unsafe http2_fields(
          text.baseAddress, text.count, client.isEncrypted ? 1 : 0, fields, HTTP2Client.mostFields,
          &head)
      }
      guard count > 0 else { return 0 }
      let mark = unsafe UnsafeMutableRawPointer(bitPattern: Int(place) + 1)
      unsafe client.keepBody(UnsafeBufferPointer(rebasing: text[head...]), at: Int(place))
      guard head < text.count else {
        return unsafe nghttp2_submit_request(session, nil, fields, count, nil, mark)
      }
      var body = unsafe nghttp2_data_provider()
      unsafe body.source.fd = place
      unsafe body.read_callback = HTTP2Client.bodyAsked
      return unsafe nghttp2_submit_request(session, nil, fields, count, &body, mark)
    }
    isUsedUp = isUsedUp || stream.number <= 0
    client.streams[Int(place)] = stream
    return stream.number > 0
  }

  /// Gives up the request at a place, whose answer is not kept any more; returns whether the server
  /// hears of it.
  package func cancel(at place: Int32) -> Bool {
    let number = client.streams[Int(place)].number
    guard number > 0 else { return false }
    client.streams[Int(place)].number = 0
    unsafe nghttp2_session_set_stream_user_data(session, number, nil)
    // One that the server never took has no state that could be reset.
    guard number <= lastTaken ?? .max else { return false }
    return unsafe nghttp2_submit_rst_stream(session, 0, number, NGHTTP2_CANCEL.rawValue) == 0
  }

  /// Whether the server has not taken the request at a place, and says that it never will.
  package func hasLeft(requestAt place: Int32) -> Bool {
    lastTaken.map { client.streams[Int(place)].number > $0 } ?? false
  }

  /// Takes bytes that have come; returns whether they are sound.
  package func receive(_ bytes: Span<UInt8>) -> Bool {
    let count = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe nghttp2_session_mem_recv(session, buffer.baseAddress, buffer.count)
    }
    if let last = client.lastTaken { lastTaken = min(lastTaken ?? last, last) }
    isGreeted = isGreeted || client.hasSettings
    (client.lastTaken, client.hasSettings) = (nil, false)
    return count == bytes.count
  }

  /// Writes what is to be written, as far as it is taken at once; `nil` where there is nothing.
  package func write(
    _ send: (Span<UInt8>) -> ClientSocket.Outcome
  ) -> ClientSocket.Outcome? {
    gather()
    guard written < outbox.count else { return nil }
    let outcome = send(outbox.span.extracting(written..<outbox.count))
    if case .moved(let count) = outcome { written += count }
    return outcome
  }

  private func gather() {
    if written == outbox.count {
      outbox.removeAll(keepingCapacity: true)
      written = 0
    }
    while outbox.count < Self.fullOutbox {
      var bytes = unsafe nil as UnsafePointer<UInt8>?
      let count = unsafe nghttp2_session_mem_send(session, &bytes)
      guard count > 0 else { return }
      unsafe outbox.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
    }
  }
}

extension HTTP2Session {
  /// Exchanges settings over a socket that does not wait; returns what a peer without HTTP/2 does.
  package func greet(
    over socket: Int32, _ encryption: TLSSession?, within patience: Duration
  ) throws(SystemCallError) -> String? {
    var poller = try Poller(eventsAtOnce: 1)
    try poller.add(
      socket, for: ClientConnection.interest(forWriting: true), as: Poller.Token(0))
    let end = MonotonicTime.now() + patience
    var inbox = [UInt8](repeating: 0, count: 16_384)
    while !isGreeted {
      let left = end - MonotonicTime.now()
      guard left > .zero else { return "says nothing in HTTP/2" }
      _ = write { encryption?.write($0) ?? ClientSocket.send($0, to: socket) }
      var room = inbox.mutableSpan
      switch encryption?.read(into: &room) ?? ClientSocket.receive(into: &room, from: socket) {
      case .later: _ = try poller.wait(for: left)
      case .moved(let count) where count > 0:
        guard receive(inbox.span.extracting(0..<count)), !isOver else {
          return inbox.starts(with: "HTTP/1".utf8)
            ? "answers in HTTP/1.1" : "answers in another protocol than HTTP/2"
        }
        if !isGreeted, inbox.starts(with: "HTTP/1".utf8) { return "answers in HTTP/1.1" }
      case .moved, .failed: return "closes the connection when it is asked in HTTP/2"
      }
    }
    return nil
  }
}

// MARK: What the library calls

extension HTTP2Client {
  /// The client and the place of a stream; `nil` for one that no one waits for.
  private static func find(
    _ context: UnsafeMutableRawPointer?, _ session: OpaquePointer?, _ number: Int32
  ) -> (HTTP2Client, Int)? {
    guard let context = unsafe context,
      let mark = unsafe nghttp2_session_get_stream_user_data(session, number)
    else { return nil }
    let client = unsafe Unmanaged<HTTP2Client>.fromOpaque(context).takeUnretainedValue()
    let place = Int(bitPattern: mark) - 1
    return client.streams[place].number == number ? (client, place) : nil
  }

  private static let frameBegins: nghttp2_on_begin_frame_callback = { session, head, context in
    guard let head = unsafe head, unsafe UInt32(head.pointee.type) == NGHTTP2_DATA.rawValue,
      let (client, place) = unsafe find(context, session, head.pointee.stream_id)
    else { return 0 }
    unsafe client.streams[place].announced += Int64(head.pointee.length)
    return 0
  }

  private static let fieldCame: nghttp2_on_header_callback = {
    session, frame, name, nameLength, value, valueLength, _, context in
    guard let frame = unsafe frame, let name = unsafe name, let value = unsafe value,
      let (client, place) = unsafe find(context, session, frame.pointee.hd.stream_id)
    else { return 0 }
    return unsafe client.keepField(
      UnsafeBufferPointer(start: name, count: nameLength),
      UnsafeBufferPointer(start: value, count: valueLength), at: place)
      ? 0 : Int32(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
  }

  private static let bodyCame: nghttp2_on_data_chunk_recv_callback = {
    session, _, number, bytes, count, context in
    guard let (client, place) = unsafe find(context, session, number) else { return 0 }
    client.streams[place].bodyBytes += Int64(count)
    let kept = min(count, client.streams[place].room)
    guard kept > 0 else { return 0 }
    let start = client.text.count
    unsafe client.text.append(contentsOf: UnsafeBufferPointer(start: bytes, count: kept))
    client.tell(from: start, at: place)
    return 0
  }

  private static let frameCame: nghttp2_on_frame_recv_callback = { session, frame, context in
    guard let frame = unsafe frame, let context = unsafe context else { return 0 }
    let head = unsafe frame.pointee.hd
    switch UInt32(head.type) {
    case NGHTTP2_DATA.rawValue, NGHTTP2_HEADERS.rawValue:
      guard let (client, place) = unsafe find(context, session, head.stream_id) else { return 0 }
      if UInt32(head.type) == NGHTTP2_HEADERS.rawValue, !client.endHead(at: place) {
        return unsafe nghttp2_submit_rst_stream(
          session, 0, head.stream_id, NGHTTP2_ENHANCE_YOUR_CALM.rawValue)
      }
      guard UInt32(head.flags) & NGHTTP2_FLAG_END_STREAM.rawValue != 0 else { return 0 }
      client.streams[place].hasEnded = true
      guard client.streams[place].sent < client.bodies[place].count else { return 0 }
      // The server answers before it has the whole body, and wants no more of it.
      return unsafe nghttp2_submit_rst_stream(
        session, 0, head.stream_id, NGHTTP2_NO_ERROR.rawValue)
    case NGHTTP2_RST_STREAM.rawValue:
      guard let (client, place) = unsafe find(context, session, head.stream_id) else { return 0 }
      client.streams[place].wasReset = true
    case NGHTTP2_GOAWAY.rawValue:
      let client = unsafe Unmanaged<HTTP2Client>.fromOpaque(context).takeUnretainedValue()
      client.lastTaken = unsafe frame.pointee.goaway.last_stream_id
    case NGHTTP2_SETTINGS.rawValue where UInt32(head.flags) & NGHTTP2_FLAG_ACK.rawValue == 0:
      let client = unsafe Unmanaged<HTTP2Client>.fromOpaque(context).takeUnretainedValue()
      client.hasSettings = true
    default: break
    }
    return 0
  }

  private static let streamClosed: nghttp2_on_stream_close_callback = {
    session, number, code, context in
    guard let (client, place) = unsafe find(context, session, number) else { return 0 }
    let stream = client.streams[place]
    let ending: Ending
    if stream.hasEnded {
      ending = .finished
    } else if stream.wasReset {
      ending = code == NGHTTP2_REFUSED_STREAM.rawValue ? .refused : .reset
    } else if code == NGHTTP2_REFUSED_STREAM.rawValue {
      // Not taken by a server that ends the connection: the session knows.
      return 0
    } else {
      ending = stream.announced < stream.length ? .cutOff : .malformed
    }
    client.streams[place].number = 0
    client.tell(from: client.text.count, at: place, ending)
    return 0
  }

  fileprivate static let bodyAsked: nghttp2_data_source_read_callback = {
    session, number, buffer, room, flags, source, context in
    guard let buffer = unsafe buffer, let flags = unsafe flags,
      let (client, place) = unsafe find(context, session, number)
    else { return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue) }
    let sent = client.streams[place].sent
    let count = min(room, client.bodies[place].count - sent)
    unsafe client.bodies[place].withUnsafeBufferPointer { body in
      guard let start = body.baseAddress else { return }
      unsafe buffer.update(from: start + sent, count: count)
    }
    client.streams[place].sent = sent + count
    if sent + count == client.bodies[place].count {
      unsafe flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
    }
    return count
  }

  fileprivate func keepBody(_ body: UnsafeBufferPointer<UInt8>, at place: Int) {
    guard body.count + bodies[place].count > 0 else { return }
    bodies[place].removeAll(keepingCapacity: bodies[place].capacity <= 65_536)
    unsafe bodies[place].append(contentsOf: body)
  }

  /// Notes what the text has from a place on, joined to what was noted of the stream just before.
  private func tell(from start: Int, at place: Int, _ ending: Ending = .none) {
    streams[place].room -= text.count - start
    let last = events.count - 1
    if last >= 0, events[last].place == place, events[last].ending == .none {
      events[last].end = text.count
      events[last].ending = ending
    } else {
      var event = Event(Int32(place), start, text.count)
      event.ending = ending
      events.append(event)
    }
  }

  /// Takes a field of a head; returns `false` once a head is longer than any server needs.
  private func keepField(
    _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, at place: Int
  ) -> Bool {
    streams[place].hasBegun = true
    streams[place].headBytes += name.count + value.count + 32
    guard streams[place].headBytes <= ResponseReader.longestHead else { return false }
    guard !streams[place].hasHead else { return true }
    let start = text.count
    if unsafe name.first == UInt8(ascii: ":") {
      let status = unsafe value.reduce(0) { $0 * 10 + ($1.digit ?? 0) }
      streams[place].status = status
      guard status >= 200, streams[place].room > 0 else { return true }
      text += "HTTP/2.0 ".utf8
      unsafe text.append(contentsOf: value)
      text += "\r\n".utf8
    } else {
      if unsafe Self.isLength(name) {
        streams[place].length = unsafe value.reduce(0) { $0 &* 10 &+ Int64($1.digit ?? 0) }
      }
      let stream = streams[place]
      guard stream.keepsHead, stream.status >= 200, stream.room > 0 else { return true }
      unsafe text.append(contentsOf: name)
      text += ": ".utf8
      unsafe text.append(contentsOf: value)
      text += "\r\n".utf8
    }
    tell(from: start, at: place)
    return true
  }

  private static func isLength(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let expected: StaticString = "content-length"
    guard name.count == expected.utf8CodeUnitCount else { return false }
    return name.indices.allSatisfy { unsafe name[$0] == expected.utf8Start[$0] }
  }

  /// Ends a head; returns `false` after more interim answers than any server needs.
  private func endHead(at place: Int) -> Bool {
    // Trailers have none of their own.
    guard !streams[place].hasHead else { return true }
    guard streams[place].status >= 200 else {
      streams[place].status = 0
      streams[place].interimCount += 1
      return streams[place].interimCount <= ResponseReader.mostInterim
    }
    streams[place].hasHead = true
    guard streams[place].room > 0 else { return true }
    let start = text.count
    text += "\r\n".utf8
    tell(from: start, at: place)
    return true
  }
}

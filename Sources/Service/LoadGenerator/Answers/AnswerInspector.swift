internal import GrowthloopTransport

/// Keeps what is needed of the answers that come in pieces, and looks into whole ones.
struct AnswerInspector: ~Copyable {
  fileprivate struct Look {
    let check: AnswerCheck
    /// The name of a header field in small letters, or a text to be found.
    let bytes: [UInt8]
    /// The value as bytes, and as a pattern where it is one.
    let value: [UInt8]
    let pattern: BytePattern?
  }

  /// By kind, what is looked for.
  private let looks: [[Look]]
  /// By kind, what its answer leaves to later steps, and where that is kept.
  private let takes: [[(extraction: Extraction, place: Int, header: [UInt8])]]
  private let keepsCookies: [Bool]
  private let reaches: [AnswerReach]
  /// By slot, the beginning of its answer where that did not come at once.
  private var kept: [[UInt8]]
  /// A body without the frames of its chunks, and the letters of a text in JSON.
  private var joined: [UInt8] = []
  private var letters: [UInt8] = []

  init(_ kinds: [RequestKind], slots: Int, keptAt place: (String) -> Int? = { _ in nil }) {
    looks = kinds.map { $0.checks.map(Look.init) }
    takes = kinds.map { kind in
      kind.extracts.map { extraction in
        var header = ""
        if case .header(let name) = extraction.source { header = name.lowercased() }
        return (extraction, place(extraction.name) ?? 0, Array(header.utf8))
      }
    }
    keepsCookies = kinds.map(\.keepsCookies)
    reaches = kinds.map { kind in
      let least = kind.keepsCookies || kind.follows ? AnswerReach.head : .beginning
      return (kind.checks.map(\.reach) + kind.extracts.map(\.reach) + [least])
        .max { $0.rawValue < $1.rawValue } ?? least
    }
    kept = Array(repeating: [], count: slots)
  }

  /// Whether answers to a kind are looked into.
  func looks(into kind: Int) -> Bool { !looks[kind].isEmpty || !takes[kind].isEmpty }

  /// The most bytes that are kept of an answer to a kind, and whether those of its head are needed.
  func reach(of kind: Int) -> (most: Int, needsHead: Bool) {
    (reaches[kind].most + 1, reaches[kind] != .beginning)
  }

  /// Keeps some bytes of an inbox, of an answer that is not at its end.
  mutating func keep(_ part: Range<Int>, of inbox: [UInt8], for slot: Int, kind: Int) {
    let room = reaches[kind].most + 1 - kept[slot].count
    if room > 0 { kept[slot].append(inbox.span.extracting(part).extracting(first: room)) }
  }

  /// Forgets what was kept of a slot's answer.
  mutating func forget(_ slot: Int) {
    guard !kept[slot].isEmpty else { return }
    // What long answers needed is not held by every connection.
    kept[slot].removeAll(keepingCapacity: kept[slot].capacity <= 2_048)
  }

  /// Returns the first check that a whole answer does not pass, by its number; `nil` if it passes all.
  ///
  /// The number behind the last is for an answer that is longer than what is looked at.
  mutating func firstFlaw(
    in part: Range<Int>, of inbox: [UInt8], for slot: Int, kind: Int, size: Int64,
    taking time: Int64, _ user: inout VirtualUser
  ) -> Int? {
    guard reaches[kind] != .beginning else {
      return looks[kind].firstIndex { !Self.isWithin($0.check, size, time) }
    }
    if kept[slot].isEmpty {
      return firstFlaw(inbox.span.extracting(part), kind, size, time, &user)
    }
    keep(part, of: inbox, for: slot, kind: kind)
    var whole: [UInt8] = []
    swap(&whole, &kept[slot])
    defer { swap(&whole, &kept[slot]) }
    if whole.count > reaches[kind].most, reaches[kind] == .body {
      return looks[kind].count + takes[kind].count
    }
    return firstFlaw(whole.span, kind, size, time, &user)
  }

  private mutating func firstFlaw(
    _ bytes: Span<UInt8>, _ kind: Int, _ size: Int64, _ time: Int64, _ user: inout VirtualUser
  ) -> Int? {
    var (joined, letters): ([UInt8], [UInt8]) = ([], [])
    swap(&joined, &self.joined)
    swap(&letters, &self.letters)
    defer {
      swap(&joined, &self.joined)
      swap(&letters, &self.letters)
    }
    let parts = AnswerParts(bytes)
    if reaches[kind] == .body, parts.joinChunks(of: bytes, to: &joined) {
      return Self.firstFlaw(looks[kind], parts, bytes, joined.span, &letters, size, time)
        ?? firstLack(kind, parts, bytes, joined.span, &letters, &user)
    }
    let body = bytes.extracting(parts.body)
    return Self.firstFlaw(looks[kind], parts, bytes, body, &letters, size, time)
      ?? firstLack(kind, parts, bytes, body, &letters, &user)
  }

  /// Keeps what later steps need; returns the number of the first value that is not there.
  private func firstLack(
    _ kind: Int, _ parts: AnswerParts, _ bytes: Span<UInt8>, _ body: Span<UInt8>,
    _ letters: inout [UInt8], _ user: inout VirtualUser
  ) -> Int? {
    for (number, take) in takes[kind].enumerated() {
      letters.removeAll(keepingCapacity: true)
      switch take.extraction.source {
      case .header:
        if let value = parts.field(take.header, in: bytes) {
          letters.append(bytes.extracting(value))
        }
      case .cookie(let name, let isDecoded):
        if let value = parts.cookie(Array(name.utf8), in: bytes) {
          letters.append(bytes.extracting(value))
          if isDecoded { letters.removePercentEncoding() }
        }
      case .json(let pointer):
        if let range = pointer.find(in: body) { body.appendJSON(range, to: &letters) }
      case .between(let before, let after):
        if let start = body.place(of: Array(before.utf8)),
          let end = body.place(of: Array(after.utf8), from: start + before.utf8.count)
        {
          letters.append(body.extracting(start + before.utf8.count..<end))
        }
      }
      guard !letters.isEmpty, letters.count <= Extraction.longest else {
        return looks[kind].count + number
      }
      user.keep(letters.span, at: take.place)
    }
    return nil
  }

  /// Keeps the cookies of an answer, and where it sends the user.
  func keepHead(
    _ part: Range<Int>, of inbox: [UInt8], for slot: Int, kind: Int, _ user: inout VirtualUser
  ) {
    if kept[slot].isEmpty {
      keepHead(inbox.span.extracting(part), kind, &user)
    } else {
      let head = kept[slot] + inbox[part]
      keepHead(head.span, kind, &user)
    }
  }

  private func keepHead(_ bytes: Span<UInt8>, _ kind: Int, _ user: inout VirtualUser) {
    let parts = AnswerParts(bytes)
    user.location.removeAll(keepingCapacity: true)
    if let location = parts.field("location", in: bytes), location.count <= Extraction.longest {
      user.location.append(bytes.extracting(location))
    }
    guard keepsCookies[kind] else { return }
    var start: Int?
    while let field = parts.field("set-cookie", in: bytes, from: start) {
      user.keepCookie(bytes.extracting(field))
      start = field.upperBound
    }
  }

  private static func firstFlaw(
    _ looks: [Look], _ parts: AnswerParts, _ bytes: Span<UInt8>, _ body: Span<UInt8>,
    _ letters: inout [UInt8], _ size: Int64, _ time: Int64
  ) -> Int? {
    for (place, look) in looks.enumerated()
    where !isMet(look, parts, bytes, body, &letters, size, time) {
      return place
    }
    return nil
  }

  private static func isWithin(_ check: AnswerCheck, _ size: Int64, _ time: Int64) -> Bool {
    switch check {
    case .size(let most): size < most
    case .time(let most): time < most.nanoseconds
    case .header, .contains, .json: true
    }
  }

  private static func isMet(
    _ look: Look, _ parts: AnswerParts, _ bytes: Span<UInt8>, _ body: Span<UInt8>,
    _ letters: inout [UInt8], _ size: Int64, _ time: Int64
  ) -> Bool {
    switch look.check {
    case .size, .time: return isWithin(look.check, size, time)
    case .contains: return body.place(of: look.bytes) != nil
    case .header:
      var start: Int?
      while let value = parts.field(look.bytes, in: bytes, from: start) {
        if look.matches(bytes.extracting(value)) { return true }
        start = value.upperBound
      }
      return false
    case .json(let pointer, let match):
      guard let range = pointer.find(in: body), !range.isEmpty else { return false }
      return look.matchesJSON(body, range, match, &letters)
    }
  }

  /// The beginning of the body of an answer that ended with some bytes of an inbox, as text in one
  /// line.
  func beginning(_ part: Range<Int>, of inbox: [UInt8], for slot: Int) -> String {
    let bytes = kept[slot].isEmpty ? Array(inbox[part]) : kept[slot]
    let parts = AnswerParts(bytes.span)
    var body: [UInt8] = []
    if !parts.joinChunks(of: bytes.span, to: &body) { body = Array(bytes[parts.body]) }
    return UnexpectedAnswer.line(Array(body.prefix(200)))
  }
}

extension AnswerInspector.Look {
  init(_ check: AnswerCheck) {
    self.check = check
    var match = ValueMatch.text("")
    switch check {
    case .header(let name, let wanted):
      (bytes, match) = (Array(name.lowercased().utf8), wanted)
    case .json(_, let wanted): (bytes, match) = ([], wanted)
    case .contains(let text): bytes = Array(text.utf8)
    case .size, .time: bytes = []
    }
    switch match {
    case .text(let text), .word(let text): (value, pattern) = (Array(text.utf8), nil)
    case .like(let text): (value, pattern) = ([], BytePattern(text))
    case .number: (value, pattern) = ([], nil)
    }
  }

  func matches(_ found: Span<UInt8>) -> Bool {
    pattern?.matches(found) ?? (found.count == value.count && found.begins(with: value))
  }

  /// Whether a value in JSON is what is wanted.
  func matchesJSON(
    _ body: Span<UInt8>, _ range: Range<Int>, _ match: ValueMatch, _ letters: inout [UInt8]
  ) -> Bool {
    let isText = body[range.lowerBound] == UInt8(ascii: "\"")
    switch match {
    case .number(let number):
      guard !isText, range.count < 400 else { return false }
      letters.removeAll(keepingCapacity: true)
      letters.append(body.extracting(range))
      return Double(String(decoding: letters, as: UTF8.self)) == number
    case .word: return matches(body.extracting(range))
    case .text where !isText: return false
    case .text, .like:
      guard isText else { return matches(body.extracting(range)) }
      letters.removeAll(keepingCapacity: true)
      var text = JSONLetters(body, range.lowerBound + 1..<range.upperBound - 1)
      while let letter = text.next() { letters.append(letter) }
      return matches(letters.span)
    }
  }
}

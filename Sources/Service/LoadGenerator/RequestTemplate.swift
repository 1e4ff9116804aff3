internal import GrowthloopTransport

/// The requests of a mix, laid out beforehand except for the places that each request fills.
struct RequestTemplate: ~Copyable {
  /// A run of fixed bytes, and the placeholder behind it.
  private struct Piece: BitwiseCopyable {
    var start: Int
    var count: Int
    /// `nil` at the end.
    var place: RequestPlace?
  }

  private var fixed: [UInt8] = []
  private var pieces: [Piece] = []
  /// The index of the first piece of each kind.
  private var firstPieces: [Int] = []
  private let codes: ByteList
  private let people: ByteList
  private let books: ByteList
  private let firstNumber: UInt64
  /// The length of the longest request.
  private(set) var longest = 0
  /// By kind, the request whose length depends on its values; `nil` for any other.
  private var filled: [FilledRequest?] = []
  let variables: PlanVariables

  init(_ mix: TrafficMix, to target: LoadTarget, seed: UInt64 = 1) {
    variables = PlanVariables(mix, seed: seed)
    codes = ByteList(mix.links.groups.flatMap(\.codes))
    people = ByteList(mix.people)
    books = ByteList(mix.books)
    firstNumber = mix.firstNumber
    for kind in mix.kinds {
      let isFilled = FilledRequest.isNeeded(for: kind, variables)
      filled.append(isFilled ? FilledRequest(kind, target, variables) : nil)
      if isFilled { firstPieces.append(pieces.count) } else { add(kind, target) }
    }
  }

  /// By kind, whether the length of its requests depends on their values.
  var areFilled: [Bool] { filled.map { $0 != nil } }

  /// Whether all requests of a kind that is not filled are the same.
  func isFixed(_ kind: Int) -> Bool { pieces[firstPieces[kind]].place == nil }

  /// Writes the request of a kind that is filled, in place of what `text` holds.
  func fill(_ kind: Int, of user: VirtualUser, isHop: Bool, to text: inout [UInt8]) {
    filled[kind]?.write(self, of: user, isHop: isHop, to: &text)
  }

  /// Appends what fills a place.
  func append(
    _ place: RequestPlace, _ request: DrawnRequest, number: Int, to text: inout [UInt8]
  ) {
    switch place {
    case .code: text += codes.bytes[codes[request.code]]
    case .person: text += people.bytes[people[request.person]]
    case .phones: text += books.bytes[books[request.person % books.count]]
    case .number:
      var end = text.count
      text += [UInt8](repeating: 0, count: RequestPlace.numberDigits)
      text.copyDigits(of: firstNumber &+ UInt64(number), to: &end)
    }
  }

  private mutating func add(_ kind: RequestKind, _ target: LoadTarget) {
    var text = RequestText(
      kind.method, "\(target.endpoint.path)\(kind.path)", host: target.endpoint.hostField)
    if kind.connection == .new { text = text.with("Connection", "close") }
    for field in kind.fields { text = text.with(field.name, field.value) }
    if kind.isAuthorized, let token = target.bearerToken { text = text.bearing(token) }
    if let body = kind.body { text = text.with(body: body, length: length(of: body)) }
    firstPieces.append(pieces.count)
    longest = max(longest, addPieces(of: text.bytes))
  }

  /// Returns the length of a body with its placeholders filled.
  private func length(of body: String) -> Int {
    let text = Array(body.utf8)
    return RequestPlace.allCases.reduce(text.count) { count, place in
      count + text.places(of: place).count * (longest(place) - place.text.utf8.count)
    }
  }

  private func longest(_ place: RequestPlace) -> Int {
    switch place {
    case .code: codes.longest
    case .person: people.longest
    case .number: RequestPlace.numberDigits
    case .phones: books.longest
    }
  }

  /// Cuts a request at its placeholders, and returns its greatest length.
  private mutating func addPieces(of text: [UInt8]) -> Int {
    var (length, start) = (text.count, 0)
    let cuts = RequestPlace.allCases.flatMap { place in
      text.places(of: place).map { (at: $0, place: place) }
    }
    for cut in cuts.sorted(by: { $0.at < $1.at }) {
      pieces.append(Piece(start: fixed.count, count: cut.at - start, place: cut.place))
      fixed += text[start..<cut.at]
      start = cut.at + cut.place.text.utf8.count
      length += longest(cut.place) - cut.place.text.utf8.count
    }
    pieces.append(Piece(start: fixed.count, count: text.count - start, place: nil))
    fixed += text[start...]
    return length
  }

  /// Writes a request into `bytes` from `start` on, where there is room for `longest`, and returns
  /// its length.
  func write(
    _ request: DrawnRequest, number: Int, to bytes: inout [UInt8], at start: Int
  ) -> Int {
    var end = start
    var index = firstPieces[request.kind]
    while true {
      let piece = pieces[index]
      bytes.copy(fixed, piece.start..<piece.start + piece.count, to: &end)
      switch piece.place {
      case .code: bytes.copy(codes.bytes, codes[request.code], to: &end)
      case .person: bytes.copy(people.bytes, people[request.person], to: &end)
      case .number: bytes.copyDigits(of: firstNumber &+ UInt64(number), to: &end)
      case .phones: bytes.copy(books.bytes, books[request.person % books.count], to: &end)
      case nil: return end - start
      }
      index += 1
    }
  }
}

extension [UInt8] {
  /// The offsets of a placeholder in the text.
  fileprivate func places(of place: RequestPlace) -> [Int] {
    let name = Array(place.text.utf8)
    return indices.filter { self[$0] == name[0] && self[$0...].starts(with: name) }
  }
}

extension [UInt8] {
  /// Copies a part of other bytes behind `end`, and moves it on.
  fileprivate mutating func copy(_ source: [UInt8], _ range: Range<Int>, to end: inout Int) {
    let target = end..<end + range.count
    precondition(
      source.indices.contains(range) && indices.contains(target), "no room for \(range) at \(end)")
    unsafe withUnsafeMutableBufferPointer { bytes in
      unsafe source.withUnsafeBufferPointer { source in
        guard let to = bytes.baseAddress, let from = source.baseAddress else { return }
        unsafe (to + target.lowerBound).update(from: from + range.lowerBound, count: range.count)
      }
    }
    end = target.upperBound
  }

  fileprivate mutating func copyDigits(of number: UInt64, to end: inout Int) {
    for place in 0..<RequestPlace.numberDigits {
      let shift = UInt64(4 * (RequestPlace.numberDigits - 1 - place))
      let digit = UInt8(truncatingIfNeeded: number >> shift & 15)
      self[end + place] = digit < 10 ? 48 + digit : 87 + digit
    }
    end += RequestPlace.numberDigits
  }
}

/// The bytes of many short texts in one array.
struct ByteList: Sendable {
  private(set) var bytes: [UInt8] = []
  private var ends: [Int] = [0]
  private(set) var longest = 0

  init(_ texts: [String]) {
    ends.reserveCapacity(texts.count + 1)
    for text in texts {
      bytes += text.utf8
      ends.append(bytes.count)
      longest = max(longest, text.utf8.count)
    }
  }

  var count: Int { ends.count - 1 }

  /// The range of the bytes of a text.
  subscript(index: Int) -> Range<Int> { ends[index]..<ends[index + 1] }
}

/// A placeholder in a request that each request fills.
enum RequestPlace: Int, CaseIterable, BitwiseCopyable {
  case code
  case person
  case number
  case phones

  var text: String { "{\(self)}" }

  /// The names that stand in braces in some texts.
  static func names(in texts: [String]) -> [String] {
    texts.flatMap { text in
      text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { part in
        guard let end = part.firstIndex(of: "}"), let first = part.first,
          first.isASCII && (first.isLetter || first == "_")
        else { return nil }
        let name = part[..<end]
        let isName = name.utf8.allSatisfy {
          switch $0 {
          case 48...57, 65...90, 97...122, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
          default: false
          }
        }
        return isName ? String(name) : nil
      }
    }
  }

  /// The number of digits of a number.
  static let numberDigits = 12
}

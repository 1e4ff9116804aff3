internal import RandomStreams
internal import Vocabulary

/// Where the values come from that fill `{name}` in requests.
public struct PlanValue: Hashable, Sendable {
  /// The source of a value; all but rows are drawn from the seed and the number of the request.
  public enum Source: Hashable, Sendable {
    case integer(ClosedRange<Int>)
    /// A rank from 1 to `count`, each rarer than the one before.
    case zipf(count: Int, exponent: Double)
    case uuid
    /// A moment in milliseconds since 1970, written as ISO 8601 has it.
    case time(ClosedRange<Int64>)
    /// The rows of a file, each a set of values: `{name.column}`.
    case rows(RowFile, RowFile.Order)
  }

  public let name: String
  public let source: Source

  public init(_ name: String, _ source: Source) {
    self.name = name
    self.source = source
  }

  /// The names by which requests ask for it.
  public var names: [String] {
    guard case .rows(let file, _) = source else { return [name] }
    return file.columns.map { "\(name).\($0)" }
  }
}

/// What a step keeps of its answer, for the later steps of its user.
public struct Extraction: Hashable, Sendable {
  public enum Source: Hashable, Sendable {
    case json(JSONPointer)
    case header(String)
    /// A cookie that the answer sets, perhaps without its percent encoding.
    case cookie(String, isDecoded: Bool)
    /// The text of the body between two others.
    case between(String, String)
  }

  public let name: String
  public let source: Source

  public init(_ name: String, _ source: Source) {
    self.name = name
    self.source = source
  }

  /// The most bytes of a value.
  static let longest = 8_192
}

/// The values of a plan by the names in its requests.
struct PlanVariables: Sendable {
  enum Variable {
    case integer(ClosedRange<Int>, RandomStream)
    case zipf(Zipf, RandomStream)
    case uuid(RandomStream)
    case time(ClosedRange<Int64>, RandomStream)
    case column(RowFile, Int, RowFile.Order, RandomStream)
    /// What an earlier answer of the same user held.
    case kept(Int)
  }

  let names: [String]
  private let variables: [Variable]
  /// The number of values that a user keeps.
  let keptCount: Int

  init(_ mix: TrafficMix, seed: UInt64) {
    let source = RandomSource(seed: seed)
    var names: [String] = []
    var variables: [Variable] = []
    for (place, value) in mix.values.enumerated() {
      let stream = source.stream(for: Purpose(rawValue: LoadPurpose.firstOfValues + UInt32(place)))
      names += value.names
      switch value.source {
      case .integer(let range): variables.append(.integer(range, stream))
      case .zipf(let count, let exponent):
        // A mix that was checked has no other.
        let ranks = (try? Zipf(exponent: exponent, count: count)) ?? Self.one
        variables.append(.zipf(ranks, stream))
      case .uuid: variables.append(.uuid(stream))
      case .time(let range): variables.append(.time(range, stream))
      case .rows(let file, let order):
        variables += file.columns.indices.map { .column(file, $0, order, stream) }
      }
    }
    var kept: [String] = []
    for name in mix.kinds.flatMap({ $0.extracts.map(\.name) }) where !kept.contains(name) {
      variables.append(.kept(kept.count))
      kept.append(name)
    }
    self.names = names + kept
    self.variables = variables
    keptCount = kept.count
  }

  private static let one: Zipf = {
    do { return try Zipf(exponent: 0, count: 1) } catch { preconditionFailure("\(error)") }
  }()

  /// The place of a kept value; `nil` for any other name.
  func keptPlace(_ name: String) -> Int? {
    guard let place = names.lastIndex(of: name), case .kept(let kept) = variables[place] else {
      return nil
    }
    return kept
  }

  /// Appends the value of a request to `text`.
  func append(_ place: Int, number: Int, of user: VirtualUser, to text: inout [UInt8]) {
    let entity = UInt64(number)
    switch variables[place] {
    case .integer(let range, let stream):
      var draw = stream[entity]
      let width = UInt64(range.upperBound - range.lowerBound) + 1
      text += "\(range.lowerBound + Int(draw.uniform(below: width)))".utf8
    case .zipf(let ranks, let stream):
      var draw = stream[entity]
      text += "\(ranks.sample(using: &draw))".utf8
    case .uuid(let stream): Self.appendUUID(stream.words(entity), to: &text)
    case .time(let range, let stream):
      var draw = stream[entity]
      let width = UInt64(range.upperBound - range.lowerBound) + 1
      let moment = range.lowerBound + Int64(draw.uniform(below: width))
      text += Instant(milliseconds: moment).iso8601.utf8
    case .column(let file, let column, let order, let stream):
      var row = number % file.count
      if order == .random {
        var draw = stream[entity]
        row = Int(draw.uniform(below: UInt64(file.count)))
      }
      file.append(column: column, ofRow: row, to: &text)
    case .kept(let place): user.append(place, to: &text)
    }
  }

  /// A random UUID: RFC 9562, version 4.
  private static func appendUUID(_ words: Philox.Words, to text: inout [UInt8]) {
    let high = words.high & ~0xF000 | 0x4000
    let low = words.low & ~(3 << 62) | 2 << 62
    for place in 0..<32 {
      if [8, 12, 16, 20].contains(place) { text.append(UInt8(ascii: "-")) }
      let word = place < 16 ? high : low
      let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - place % 16 * 4) & 15)
      text.append(digit < 10 ? 48 + digit : 87 + digit)
    }
  }
}

import Attribution
import Invites
import Vocabulary

/// The value of a field in a row.
protocol RowField {
  init(from source: inout some FieldSource) throws(MalformedField)
  func put(to sink: inout some FieldSink)
}

/// Reads the fields of a row in the order in which a `FieldSink` wrote them.
protocol FieldSource {
  mutating func take<Number: FixedWidthInteger>() throws(MalformedField) -> Number
  mutating func takeText() throws(MalformedField) -> String
  mutating func takeTexts() throws(MalformedField) -> [String]
  /// Returns whether an optional has a value, which follows.
  mutating func takePresence() throws(MalformedField) -> Bool
}

/// Writes the fields of a row, one after the other.
protocol FieldSink {
  mutating func put(_ number: some FixedWidthInteger)
  mutating func put(_ text: String)
  /// Writes whether an optional has a value, which follows.
  mutating func put(isPresent: Bool)
}

/// The error of a field with a value that no release writes.
struct MalformedField: Error {}

// MARK: Numbers

/// A field that is stored as a number.
protocol NumberField: RowField {
  associatedtype Number: FixedWidthInteger
  var number: Number { get }
  /// The field of that number; `nil` if there is none.
  init?(number: Number)
}

extension NumberField {
  init(from source: inout some FieldSource) throws(MalformedField) {
    guard let field = Self(number: try source.take()) else { throw MalformedField() }
    self = field
  }

  func put(to sink: inout some FieldSink) { sink.put(number) }
}

extension UInt32: NumberField {
  var number: UInt32 { self }
  init?(number: UInt32) { self = number }
}

extension UInt64: NumberField {
  var number: UInt64 { self }
  init?(number: UInt64) { self = number }
}

/// A count.
extension Int: NumberField {
  var number: UInt64 { UInt64(self) }
  init?(number: UInt64) { self.init(clamping: number) }
}

extension Instant: NumberField {
  var number: Int64 { milliseconds }
  init?(number: Int64) { self.init(milliseconds: number) }
}

extension PrincipalID: NumberField {
  var number: UInt64 { rawValue }
  init?(number: UInt64) { self.init(rawValue: number) }
}

extension InviteSessionID: NumberField {
  var number: UInt64 { rawValue }
  init?(number: UInt64) { self.init(rawValue: number) }
}

extension InviteCode: NumberField {
  var number: UInt64 { packed }
  init?(number: UInt64) { self.init(packed: number) }
}

extension IdempotencyKey: NumberField {
  var number: UInt128 { rawValue }
  init?(number: UInt128) { self.init(rawValue: number) }
}

/// A case that is stored as its index in a list.
///
/// Files hold the index: add a new case at the end of its list, and remove none.
protocol Numbered: CaseIterable, Equatable, NumberField {
  static var numbered: [Self] { get }
}

extension Numbered {
  /// The index among all cases.
  var number: UInt8 {
    guard let place = Self.numbered.firstIndex(of: self) else {
      preconditionFailure("\(self) is none of its own cases")
    }
    return UInt8(place)
  }

  /// The case with that index; `nil` if there is none.
  init?(number: UInt8) {
    guard Self.numbered.indices.contains(Int(number)) else { return nil }
    self = Self.numbered[Int(number)]
  }
}

extension InviteStatus: Numbered { static let numbered = allCases }
extension InviteContext: Numbered { static let numbered = allCases }
extension ReportedChannel: Numbered { static let numbered = allCases }
extension LinkStanding: Numbered { static let numbered = allCases }
extension AccountState: Numbered { static let numbered = allCases }
extension Arrival.Route: Numbered { static let numbered = allCases }
extension Referral.Kind: Numbered { static let numbered = allCases }

extension Signal {
  static let numbered = allCases
}

// MARK: Texts, and values that may be missing

extension String: RowField {
  init(from source: inout some FieldSource) throws(MalformedField) {
    self = try source.takeText()
  }

  func put(to sink: inout some FieldSink) { sink.put(self) }
}

extension OpaqueID: RowField {
  init(from source: inout some FieldSource) throws(MalformedField) {
    try self.init(checking: try source.takeText())
  }

  fileprivate init(checking text: String) throws(MalformedField) {
    guard let id = OpaqueID(text) else { throw MalformedField() }
    self = id
  }

  func put(to sink: inout some FieldSink) { sink.put(text) }
}

extension [OpaqueID]: RowField {
  init(from source: inout some FieldSource) throws(MalformedField) {
    self = []
    for text in try source.takeTexts() { append(try OpaqueID(checking: text)) }
  }

  func put(to sink: inout some FieldSink) {
    sink.put(UInt32(count))
    for id in self { sink.put(id.text) }
  }
}

extension Optional: RowField where Wrapped: RowField {
  init(from source: inout some FieldSource) throws(MalformedField) {
    self = try source.takePresence() ? try Wrapped(from: &source) : nil
  }

  func put(to sink: inout some FieldSink) {
    sink.put(isPresent: self != nil)
    self?.put(to: &sink)
  }
}

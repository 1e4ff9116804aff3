/// A reader of the bytes that a `VarintWriter` wrote.
///
/// Past the end, and at a value of an unexpected kind, it reads zeros and records the error. A
/// damaged file is thus detected once, at its end.
struct VarintReader {
  private let bytes: [UInt8]
  private var place = 0
  private(set) var isBroken = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether all bytes were read without an error.
  var isDone: Bool { !isBroken && place == bytes.count }

  mutating func number() -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while place < bytes.count, shift < 64 {
      let byte = bytes[place]
      place += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    isBroken = true
    return 0
  }

  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
    guard let number = Number(exactly: number()) else { return broken(0) }
    return number
  }

  /// Reads the number of elements that follow, each of at least one byte.
  mutating func count() -> Int {
    let count = number()
    guard count <= bytes.count - place else { return broken(0) }
    return Int(count)
  }

  /// Reads the bytes of a text or a key.
  mutating func raw() -> ArraySlice<UInt8> {
    let count = count()
    defer { place += count }
    return bytes[place..<place + count]
  }

  mutating func text() -> String { String(decoding: raw(), as: UTF8.self) }

  mutating func list<Element>(_ each: (inout VarintReader) -> Element) -> [Element] {
    let count = count()
    guard count > 0 else { return [] }
    var elements: [Element] = []
    elements.reserveCapacity(count)
    while elements.count < count, !isBroken { elements.append(each(&self)) }
    return elements
  }

  mutating func choice<Choice: CaseIterable>(_ type: Choice.Type) -> Choice
  where Choice.AllCases == [Choice] {
    let place = number(Int.self)
    let all = Choice.allCases
    guard all.indices.contains(place) else { return broken(all[0]) }
    return all[place]
  }

  /// Records an error, and returns the value to use instead.
  mutating func broken<Value>(_ value: Value) -> Value {
    isBroken = true
    return value
  }
}

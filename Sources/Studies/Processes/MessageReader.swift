/// A reader of what `MessageWriter` wrote.
package struct MessageReader {
  private var rest: ArraySlice<UInt8>

  package init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Bytes that are no message.
  package struct Torn: Error { package init() {} }

  package mutating func byte() throws(Torn) -> UInt8 {
    guard let byte = rest.popFirst() else { throw Torn() }
    return byte
  }

  package mutating func number() throws(Torn) -> UInt64 {
    guard rest.count >= 8 else { throw Torn() }
    defer { rest.removeFirst(8) }
    return rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  package mutating func integer() throws(Torn) -> Int { Int(Int64(bitPattern: try number())) }
  package mutating func double() throws(Torn) -> Double { Double(bitPattern: try number()) }

  package mutating func items<Item>(
    _ each: (inout MessageReader) throws(Torn) -> Item
  ) throws(Torn) -> [Item] {
    var items: [Item] = []
    for _ in 0..<(try count()) { items.append(try each(&self)) }
    return items
  }

  package mutating func text() throws(Torn) -> String {
    String(decoding: try bytes(), as: UTF8.self)
  }

  package mutating func bytes() throws(Torn) -> [UInt8] {
    let count = try count()
    defer { rest.removeFirst(count) }
    return Array(rest.prefix(count))
  }

  /// Checks that nothing remains.
  package func end() throws(Torn) { guard rest.isEmpty else { throw Torn() } }

  /// A number of items, of a byte at least each.
  private mutating func count() throws(Torn) -> Int {
    let count = try integer()
    guard (0...rest.count).contains(count) else { throw Torn() }
    return count
  }
}

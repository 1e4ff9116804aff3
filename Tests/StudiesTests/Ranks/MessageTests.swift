import Testing

@testable import GrowthloopStudies

@Suite("Ranks · messages")
struct MessageTests {
  private static func message() -> [UInt8] {
    var writer = MessageWriter()
    writer.write(7 as UInt8)
    writer.write(UInt64.max)
    writer.write(-5)
    writer.write(-0.0)
    writer.write("Grüße")
    writer.write([1.5, .infinity]) { $0.write($1) }
    writer.write([] as [UInt8])
    return writer.bytes
  }

  private static func read(_ bytes: [UInt8]) throws -> (
    UInt8, UInt64, Int, Double, String, [Double]
  ) {
    var reader = MessageReader(bytes)
    let read = (
      try reader.byte(), try reader.number(), try reader.integer(), try reader.double(),
      try reader.text(),
      try reader.items { reader throws(MessageReader.Torn) in try reader.double() }
    )
    #expect(try reader.bytes() == [])
    try reader.end()
    return read
  }

  @Test func `numbers and texts arrive as they were written`() throws {
    let (byte, number, integer, zero, text, numbers) = try Self.read(Self.message())
    #expect(byte == 7 && number == .max && integer == -5 && text == "Grüße")
    #expect(zero.bitPattern == (-0.0).bitPattern)
    #expect(numbers == [1.5, .infinity])
  }

  @Test func `a message that is cut off anywhere, or too long, is torn`() {
    let message = Self.message()
    for length in message.indices {
      #expect(throws: MessageReader.Torn.self) { try Self.read(Array(message[..<length])) }
    }
    #expect(throws: MessageReader.Torn.self) { try Self.read(message + [0]) }
  }

  @Test func `a count beyond the message is torn, and takes no memory`() {
    var writer = MessageWriter()
    writer.write(Int.max)
    for count in [writer.bytes, [UInt8](repeating: 0xff, count: 8)] {
      #expect(throws: MessageReader.Torn.self) {
        var reader = MessageReader(count)
        return try reader.bytes()
      }
    }
  }
}

import Testing

@testable import AddressBooks

@Suite("A saved book · numbers in few bytes")
struct VarintTests {
  @Test(
    arguments: [
      (0, [0]), (1, [1]), (126, [126]), (127, [127]), (128, [0x80, 1]), (129, [0x81, 1]),
      (300, [0xAC, 2]), (16_383, [0xFF, 0x7F]), (16_384, [0x80, 0x80, 1]),
      (UInt64.max, [UInt8](repeating: 0xFF, count: 9) + [1]),
    ] as [(UInt64, [UInt8])])
  func `a number is written in as few bytes as it needs, and read again`(
    number: UInt64, bytes: [UInt8]
  ) {
    var writer = VarintWriter()
    writer.write(number)
    #expect(writer.bytes == bytes)
    var reader = VarintReader(writer.bytes)
    let read = reader.number(UInt64.self)
    #expect(read == number && reader.isDone)
  }
}

import Testing

@testable import Statistics

@Suite("HDR histogram · encoding")
struct HistogramEncodingTests {
  @Test func `what is encoded is decoded, compressed or not`() throws {
    var chance = SeededValues(seed: 41)
    for digits in 1...4 {
      let layout = try HDRHistogram.Layout(lowest: UInt64(digits), highest: 1 << 41, digits: digits)
      for values in [0, 1, 2, 300] {
        let histogram = chance.histogram(layout, values: values)
        #expect(try HDRHistogram(decoding: histogram.encoded()) == histogram)
        #expect(try HDRHistogram(decoding: histogram.compressed()) == histogram)
      }
    }
  }

  @Test func `the largest counts and values survive`() throws {
    var histogram = try HDRHistogram(highest: UInt64(Int64.max), digits: 1)
    histogram.record(UInt64(Int64.max), count: .max - 5)
    histogram.record(0, count: 5)
    #expect(try HDRHistogram(decoding: histogram.encoded()) == histogram)
  }

  static let numbers: [(Int64, [UInt8])] = [
    (0, [0]), (-1, [1]), (1, [2]), (-64, [127]), (64, [128, 1]),
    (.max, [254, 255, 255, 255, 255, 255, 255, 255, 255]),
    (.min, [255, 255, 255, 255, 255, 255, 255, 255, 255]),
    (1 << 55, [128, 128, 128, 128, 128, 128, 128, 128, 1]),
  ]

  @Test(arguments: numbers)
  func `numbers take one to nine bytes`(number: Int64, bytes: [UInt8]) {
    var written: [UInt8] = []
    ZigZag.append(number, to: &written)
    #expect(written == bytes)
    var rest = bytes[...]
    #expect(ZigZag.popFirst(of: &rest) == number)
    #expect(rest.isEmpty)
    var cut = bytes.dropLast()
    #expect(ZigZag.popFirst(of: &cut) == nil)
  }

  @Test func `base64 is that of the standard, and only that`() {
    let vectors = [
      "": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg==", "fooba": "Zm9vYmE=",
      "foobar": "Zm9vYmFy",
    ]
    for (plain, text) in vectors {
      #expect(Base64.encode(Array(plain.utf8)) == text)
      #expect(Base64.decode(text.utf8) == Array(plain.utf8))
    }
    #expect(Base64.encode([251, 255, 254]) == "+//+")
    for text in [
      "Zg=", "Zg", "Z", "Zg==Zg==", "Zh==", "Zm9=", "Z===", "====", "Zm 9", "Zm-9", "=g==",
    ] {
      #expect(Base64.decode(text.utf8) == nil, "\(text)")
    }
  }
}

@Suite("HDR histogram · bytes that are no histogram")
struct HistogramDecodingTests {
  let bytes: [UInt8] = {
    var histogram = HDRHistogram(layout: .minuteInMicroseconds)
    histogram.record(1_000, count: 7)
    return histogram.encoded()
  }()

  private func refusal(of bytes: [UInt8], mostCounters: Int? = nil) -> UnreadableHistogram? {
    do throws(UnreadableHistogram) {
      _ = try HDRHistogram(
        decoding: bytes, mostCounters: mostCounters ?? HDRHistogram.Layout.mostCounters)
      return nil
    } catch {
      return error
    }
  }

  /// The bytes with some of them replaced, from an offset on.
  private func bytes(with others: [UInt8], at offset: Int) -> [UInt8] {
    var changed = bytes
    changed.replaceSubrange(offset..<offset + others.count, with: others)
    return changed
  }

  private func compressed(_ encoding: [UInt8]) -> [UInt8] {
    let stream = Zlib.compress(encoding)
    let length = (0..<4).map { UInt8(truncatingIfNeeded: stream.count >> (24 - 8 * $0)) }
    return [0x1c, 0x84, 0x93, 0x14] + length + stream
  }

  @Test func `every header field is checked`() {
    #expect(refusal(of: bytes) == nil)
    #expect(refusal(of: compressed(bytes)) == nil)
    for length in 0..<bytes.count {
      let refusal = refusal(of: Array(bytes.prefix(length)))
      #expect(refusal != nil && (length >= 40 || refusal == .cutOff))
    }
    #expect(refusal(of: bytes + [0]) == .length(stated: 3, found: 4))
    #expect(refusal(of: bytes(with: [0, 0, 0, 9], at: 4)) == .length(stated: 9, found: 3))
    #expect(refusal(of: bytes(with: [255, 255, 255, 255], at: 8)) == .shifted(by: -1))
    #expect(refusal(of: bytes(with: [0, 0, 0, 6], at: 12)) == .layout(.digits(6)))
    #expect(refusal(of: bytes(with: [128, 0, 0, 0], at: 12)) == .layout(.digits(-1 << 31)))
    let noughts = [UInt8](repeating: 0, count: 8)
    #expect(refusal(of: bytes(with: noughts, at: 16)) == .layout(.lowest(0)))
    let ones = [UInt8](repeating: 255, count: 8)
    #expect(refusal(of: bytes(with: ones, at: 24)) == .layout(.highest(.max, lowest: 1)))
    #expect(refusal(of: bytes(with: [0x40, 0], at: 32)) == .scaled(by: 2))
    #expect(refusal(of: bytes, mostCounters: 17_407) == .tooManyCounters(17_408, limit: 17_407))
  }

  @Test func `other encodings are refused by name`() {
    #expect(refusal(of: bytes(with: [0x1c, 0x84, 0x93, 0x21], at: 0)) == .oldVersion(1))
    #expect(refusal(of: bytes(with: [0x1c, 0x84, 0x93, 0x82], at: 0)) == .oldVersion(1))
    #expect(refusal(of: bytes(with: [0x1c, 0x84, 0x93, 0x09], at: 0)) == .oldVersion(0))
    #expect(refusal(of: bytes(with: [0x0c, 0x72, 0x12, 0x4f], at: 0)) == .floatingPoint)
    #expect(refusal(of: bytes(with: [1, 2, 3, 4], at: 0)) == .notAHistogram(0x0102_0304))
    #expect(refusal(of: Array("HISTFAAA".utf8)) == .notAHistogram(0x4849_5354))
    #expect(refusal(of: compressed(compressed(bytes))) == .notAHistogram(0x1c84_9314))
  }

  /// The encoding of a layout of 32 counters with these numbers after the header.
  private func encoding(_ numbers: Int64...) -> [UInt8] {
    var payload: [UInt8] = []
    for number in numbers { ZigZag.append(number, to: &payload) }
    var header = Array(bytes.prefix(40))
    header[7] = UInt8(payload.count)
    header[15] = 1
    header.replaceSubrange(28..<32, with: [0, 0, 0, 2])
    return header + payload
  }

  @Test func `counters are not written beyond the last one, nor counted beyond the largest`() {
    #expect(refusal(of: encoding(-31, 4)) == nil)
    #expect(refusal(of: encoding(-32)) == nil)
    #expect(refusal(of: encoding(-32, 4)) == .beyondLastCounter(32))
    #expect(refusal(of: encoding(-33)) == .beyondLastCounter(32))
    #expect(refusal(of: encoding(.min)) == .beyondLastCounter(32))
    #expect(refusal(of: encoding(.max)) == nil)
    #expect(refusal(of: encoding(.max, 0, 1)) == .tooManyValues)
  }

  @Test func `a stream that swells beyond any histogram is stopped`() {
    // 60 MB of noughts shrink to 60 kB.
    let bomb = compressed([UInt8](repeating: 0, count: 60_000_000))
    #expect(bomb.count < 100_000)
    #expect(refusal(of: bomb) == .oversizedStream)
    #expect(
      refusal(of: compressed([UInt8](repeating: 0, count: 1_000)), mostCounters: 32)
        == .oversizedStream)
  }

  @Test func `a damaged stream is told from a cut one`() {
    let whole = compressed(bytes)
    var damaged = whole
    damaged[14] ^= 255
    #expect(refusal(of: damaged) == .corruptStream)
    var cut = Array(whole.dropLast(6))
    cut[7] -= 6
    #expect(refusal(of: cut) == .cutOff)
    var padded = whole + [0]
    padded[7] += 1
    #expect(refusal(of: padded) == .corruptStream)
  }

  @Test func `thousands of mutations make an error or a histogram, never a crash`() throws {
    var chance = SeededValues(seed: 43)
    let layout = try HDRHistogram.Layout(highest: 60_000, digits: 2)
    let originals = (0..<3).map { chance.histogram(layout, values: 30 * $0, bits: 14).encoded() }
    var readable = 0
    for round in 0..<3_000 {
      var mutated = originals[round % 3]
      for _ in 0...chance.next(below: 3) {
        let place = Int(chance.next(below: UInt64(mutated.count)))
        switch chance.next(below: 5) {
        case 0: mutated.remove(at: place)
        case 1: mutated.insert(UInt8(chance.next(below: 256)), at: place)
        case 2: mutated[place] ^= 1 << UInt8(chance.next(below: 8))
        case 3: mutated[place] = chance.next(below: 2) == 0 ? 255 : 128
        default: mutated.removeLast(min(place, mutated.count - 1))
        }
      }
      // Half keep an honest length, so that the counters are met as well.
      if round % 2 == 0, mutated.count > 40 {
        mutated.replaceSubrange(
          4..<8, with: [0, 0, UInt8(mutated.count - 40 >> 8), UInt8(mutated.count - 40 & 255)])
      }
      let bytes = round % 4 < 2 ? mutated : compressed(mutated)
      do throws(UnreadableHistogram) {
        let histogram = try HDRHistogram(decoding: bytes, mostCounters: 4_096)
        readable += 1
        #expect(histogram.buckets.reduce(0) { $0 + $1.count } == histogram.totalCount)
        #expect(try HDRHistogram(decoding: histogram.encoded()) == histogram)
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    #expect((100..<2_900).contains(readable), "\(readable)")
  }

  @Test func `mutations of a compressed stream make an error or a histogram as well`() {
    var chance = SeededValues(seed: 44)
    let original = compressed(bytes)
    for _ in 0..<2_000 {
      var mutated = original
      for _ in 0...chance.next(below: 2) {
        mutated[Int(chance.next(below: UInt64(mutated.count)))] = UInt8(chance.next(below: 256))
      }
      do throws(UnreadableHistogram) {
        let histogram = try HDRHistogram(decoding: mutated, mostCounters: 20_000)
        #expect(histogram.totalCount >= 0)
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
  }
}

import RandomStreams
import Testing

@Suite("Chance · a number depends on what it is for, not on when it is asked")
struct RandomStreamTests {
  private let source = RandomSource(seed: 2026, replication: 3)

  private enum Moment: UInt32 {
    case click = 7
    case install = 8
  }

  /// The address of a draw, and its first six numbers.
  private func numbers(
    seed: UInt64 = 2026, replication: UInt32 = 3, _ purpose: Purpose, _ entity: UInt64,
    _ index: UInt32
  ) -> [UInt64] {
    let stream = RandomSource(seed: seed, replication: replication).stream(for: purpose)
    var draw = stream[entity, index]
    return (0..<6).map { _ in draw.next() }
  }

  @Test func `the order of asking changes nothing`() {
    let addresses = (0..<300).map { (Purpose(rawValue: $0 % 5), UInt64($0 / 7), $0 % 3) }
    let forward = addresses.map { numbers($0, $1, $2) }
    let backward = addresses.reversed().map { numbers($0, $1, $2) }
    #expect(forward == backward.reversed())
  }

  @Test func `draws that are taken in turns stay apart`() {
    let stream = source.stream(for: 1)
    var (ann, bob) = (stream[1, 0], stream[2, 0])
    var (anns, bobs) = ([UInt64](), [UInt64]())
    for _ in 0..<6 {
      anns.append(ann.next())
      bobs.append(bob.next())
    }
    #expect(anns == numbers(1, 1, 0))
    #expect(bobs == numbers(1, 2, 0))
  }

  @Test func `no two addresses share a number`() {
    var all = Set<UInt64>()
    var count = 0
    let entities: [UInt64] = [0, 1, 2, 1 << 32, .max]
    for seed in [0, 1, UInt64.max] {
      for replication in [0, 1, UInt32.max] {
        for purpose in [0, 1, UInt32.max] {
          for entity in entities {
            for index in [0, 1, UInt32.max] {
              all.formUnion(
                numbers(
                  seed: seed, replication: replication, Purpose(rawValue: purpose), entity, index))
              count += 6
            }
          }
        }
      }
    }
    // 2,430 numbers of 64 bits coincide by chance once in 10^13 such tests.
    #expect(all.count == count)
  }

  @Test func `a draw is the blocks whose counter holds its address`() {
    let stream = RandomStream(key: 0x0123_4567_89ab_cdef)
    var draw = stream[0x0000_0009_0000_0007, 5]
    for number: UInt32 in 0..<3 {
      let block = Philox.block(.init(number, 5, 7, 9), key: stream.key)
      #expect(draw.next() == block.low)
      #expect(draw.next() == block.high)
    }
  }

  @Test(arguments: 0...2) func `a draw goes on at any block`(taken: Int) {
    let stream = source.stream(for: 4)
    var draw = stream[11, 2]
    for _ in 0..<taken { _ = draw.next() }
    draw.skip(toBlock: 9)
    for number: UInt32 in 9..<11 {
      #expect(draw.words(number) == stream[11, 2].words(number))
      #expect(draw.next() == draw.words(number).low)
      #expect(draw.next() == draw.words(number).high)
    }
  }

  @Test func `the short ways give the first numbers of the draw`() {
    let stream = source.stream(for: 4)
    var draw = stream[11, 2]
    let words = stream.words(11, 2)
    #expect(words.low == draw.next())
    #expect(words.high == draw.next())
    #expect(stream.uniform(11, 2) == Double(unit: words.low))
    #expect(stream.openUniform(11, 2) == Double(openUnit: words.low))
    #expect(stream.sample(Uniform.unit, 11, 2) == stream.uniform(11, 2))
    #expect(stream.words(11) == stream.words(11, 0))
  }

  @Test func `a purpose may be a case of one's own`() {
    #expect(source.stream(for: Moment.click) == source.stream(for: 7))
    #expect(source.stream(for: Moment.install) != source.stream(for: Moment.click))
  }

  @Test func `these numbers stay what they are`() {
    // A change here changes every result ever recorded.
    let stream = RandomSource(seed: 1, replication: 2).stream(for: 3)
    #expect(stream.key == 0x4f83_5ed8_f87d_ff44)
    #expect(stream.words(4, 5) == .init(0x66b1_b337, 0x3768_afbf, 0x2821_ae40, 0x919e_4dfd))
  }

  @Test func `a stream is one word and a draw at most five`() {
    #expect(MemoryLayout<RandomStream>.size == 8)
    #expect(MemoryLayout<Draw>.size <= 40)
  }
}

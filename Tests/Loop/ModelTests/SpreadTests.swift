import Testing

@testable import GrowthloopModel

@Suite("Growth · spreads")
struct SpreadTests {
  private func spread(_ numbers: some Sequence<Int>) -> Spread {
    var spread = Spread()
    for number in numbers { spread.record(number) }
    return spread
  }

  @Test func `small numbers are told exactly`() {
    let numbers = spread(1...100)
    #expect(numbers.quantile(0.5) == 50)
    #expect(numbers.quantile(0.9) == 90)
    #expect(numbers.quantile(0) == 1)
    #expect(numbers.quantile(1) == 100)
    #expect(spread([7]).quantile(0.1) == 7)
    #expect(Spread().quantile(0.5) == nil)
  }

  @Test func `large numbers are told to within a sixty-fourth`() throws {
    for number in [128, 129, 255, 256, 1_000, 86_400, 604_799, 15_552_000, .max] {
      let told = try #require(spread([number]).quantile(0.5))
      #expect((told - Double(number)).magnitude <= Double(number) / 64, "\(number)")
    }
  }

  @Test func `the order of numbers is kept across steps`() throws {
    let told = (0...5_000).compactMap { spread([$0]).quantile(1) }
    #expect(told == told.sorted())
    #expect(Array(told.prefix(128)) == (0..<128).map(Double.init))
  }

  @Test func `what is below 0 counts as 0`() {
    #expect(spread([-5]).quantile(1) == 0)
  }
}

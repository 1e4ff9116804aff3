import Testing

@testable import GrowthloopStudies

@Suite("Ranks · how long a rank is silent")
struct RankWatchTests {
  @Test func `a rank is lost after five seconds without a word, once`() {
    var watch = RankWatch()
    watch.hear(1)
    watch.hear(2)
    for step in 1..<50 {
      #expect(watch.pass(.milliseconds(100)) == [])
      if step == 20 { watch.hear(2) }
    }
    #expect(watch.pass(.milliseconds(100)) == [1])
    #expect(watch.pass(.milliseconds(100)) == [])
  }

  @Test func `a pause of the listener itself is no silence of others`() {
    var watch = RankWatch()
    watch.hear(1)
    for _ in 0..<49 { #expect(watch.pass(.seconds(3_600)) == []) }
    #expect(watch.pass(.seconds(3_600)) == [1])
  }

  @Test func `a rank that never spoke, or has left, is not waited for`() {
    var watch = RankWatch(limit: .milliseconds(10))
    watch.hear(1)
    watch.forget(1)
    #expect(watch.pass(.seconds(1)) == [])
  }
}

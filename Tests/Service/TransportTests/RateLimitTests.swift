@testable import GrowthloopTransport
import Testing

@Suite("WebServer · how often someone may ask", .timeLimit(.minutes(60)))
struct RateLimitTests {
  private static let limit = RateLimit(burst: 3, thenOneEvery: .seconds(10))

  private func at(_ seconds: Int64) -> MonotonicTime {
    MonotonicTime(nanoseconds: seconds * 1_000_000_000)
  }

  @Test func `a full bucket lets its burst through, and then one in each interval`() {
    var bucket = TokenBucket()
    let admitted = (0..<40).filter { bucket.take(at: at($0), limit: Self.limit) == .admitted }
    #expect(admitted == [0, 1, 2, 10, 20, 30])
  }

  @Test func `a refusal names when to come again, and that is true`() {
    var bucket = TokenBucket()
    for _ in 0..<3 { #expect(bucket.take(at: at(0), limit: Self.limit) == .admitted) }
    #expect(bucket.take(at: at(4), limit: Self.limit) == .refused(retryAfter: .seconds(6)))
    #expect(bucket.take(at: at(10), limit: Self.limit) == .admitted)
  }

  @Test func `a bucket never holds more than its burst`() {
    var bucket = TokenBucket()
    let late = (0..<5).map { _ in bucket.take(at: at(1_000_000), limit: Self.limit) }
    #expect(late.filter { $0 == .admitted }.count == 3)
  }

  @Test func `who owes for a refusal waits longer by each, up to a burst`() {
    var bucket = TokenBucket()
    for _ in 0..<3 { #expect(bucket.take(at: at(0), limit: Self.limit) == .admitted) }
    let waits = (0..<5).map { _ in bucket.take(at: at(0), limit: Self.limit, orOwes: true) }
    #expect(waits == [10, 20, 30, 40, 40].map { .refused(retryAfter: .seconds($0)) })
    #expect(bucket.take(at: at(39), limit: Self.limit) == .refused(retryAfter: .seconds(1)))
    #expect(bucket.take(at: at(40), limit: Self.limit) == .admitted)
  }

  @Test func `keys do not take each other's tokens`() {
    var limiter = RateLimiter<String>(Self.limit, keys: 64)
    for key in ["a", "b", "c"] {
      for _ in 0..<3 { #expect(limiter.admit(key, at: at(5)) == .admitted) }
      #expect(limiter.admit(key, at: at(5)) == .refused(retryAfter: .seconds(10)))
    }
  }

  @Test func `a flood of new keys does not refill an empty bucket`() {
    var limiter = RateLimiter<Int>(Self.limit, keys: 64)
    for _ in 0..<3 { #expect(limiter.admit(-1, at: at(5)) == .admitted) }
    for key in 0..<100_000 { _ = limiter.admit(key, at: at(5)) }
    #expect(limiter.admit(-1, at: at(5)) == .refused(retryAfter: .seconds(10)))
  }

  @Test func `seconds to wait are rounded up`() {
    #expect(Duration.milliseconds(1).secondsToWait == 1)
    #expect(Duration.seconds(2).secondsToWait == 2)
    #expect(Duration.zero.secondsToWait == 0)
  }

  @Test func `a network of IPv6 opens as many connections as one address of IPv4`() throws {
    var counts = AddressCounts()
    let addresses = try ["2001:db8::1", "2001:db8::2", "192.0.2.1", "192.0.2.2"].map {
      try #require(IPAddress($0))
    }
    let taken = addresses.map { counts.add($0, most: 1) }
    #expect(taken == [true, false, true, true])
    counts.remove(addresses[0])
    let isTaken = counts.add(addresses[1], most: 1)
    #expect(isTaken)
  }
}

import Rollouts
import Testing

@Suite("Rollouts · whom a share reaches")
struct ExposureTests {
  private static let members = 0..<20_000 as Range<UInt64>

  @Test func `P-PLN-09 · a larger share only ever adds members`() {
    let exposure = Exposure(salt: 7)
    let shares = [0, 0.05, 0.1, 0.25, 0.5, 0.95, 1]
    for (less, more) in zip(shares, shares.dropFirst()) {
      let reached = Self.members.filter { exposure.reaches($0, at: less) }
      #expect(reached.allSatisfy { exposure.reaches($0, at: more) })
    }
    #expect(!Self.members.contains { exposure.reaches($0, at: 0) })
    #expect(Self.members.allSatisfy { exposure.reaches($0, at: 1) })
  }

  @Test(arguments: [0.05, 0.1, 0.25, 0.5])
  func `a share reaches that share`(share: Double) {
    let count = Double(Self.members.count)
    let reached = Double(Self.members.count { Exposure(salt: 7).reaches($0, at: share) })
    let error = (share * (1 - share) / count).squareRoot()
    #expect((reached / count - share).magnitude < 4 * error)
  }

  @Test func `rollouts of different salts reach members independently`() {
    let (one, other) = (Exposure(salt: 1), Exposure(salt: 2))
    let both = Self.members.count { one.reaches($0, at: 0.5) && other.reaches($0, at: 0.5) }
    let count = Double(Self.members.count)
    #expect((Double(both) / count - 0.25).magnitude < 4 * (0.1875 / count).squareRoot())
  }
}

import Testing
import Vocabulary

@testable import Invites

@Suite("Invites · what comes before what")
struct InviteOrderTests {
  private func check<Value: Comparable>(_ ascending: [Value]) {
    for (place, value) in ascending.enumerated() {
      #expect(ascending.map { $0 < value } == ascending.indices.map { $0 < place }, "\(value)")
    }
  }

  @Test func `what comes first is less, and nothing is less than itself`() {
    check(FlowMoment.allCases)
    check(Qualification.allCases)
    check([0, 1, 2, .max].map { InviteID(rawValue: $0) })
    check([0, 1, 2, 49].map { QueueTicket(number: $0) })
  }
}

import Attribution
import Invites
import Testing

@testable import growthloop

@Suite("What is sent, and in which order")
struct RequestTests {
  @Test func `phones that tell the same are described in the same words`() {
    var signals = DeviceSignals()
    signals[.platform] = 1
    signals[.address] = 77
    signals[.addressPrefix] = 7
    signals[.model] = 5
    var other = signals
    #expect(Device(telling: signals) == Device(telling: other))
    other[.address] = 78
    #expect(Device(telling: signals) != Device(telling: other))
    #expect(Device(telling: signals) != Device(telling: signals, isElsewhere: true))
  }

  @Test func `every person has a phone of their own`() {
    let phones = (0..<2_000).map { Device(of: $0).address }
    #expect(Set(phones).count == phones.count)
    #expect(Device(of: 3).address != Device(of: 3, isElsewhere: true).address)
  }

  @Test func `users and persons name each other`() {
    for person: UInt32 in [0, 1, 77, .max] {
      #expect(ServiceRequestBuilder.person(ServiceRequestBuilder.principal(person)) == person)
    }
  }

  @Test func `requests leave the queue by their numbers`() {
    var queue = RequestQueue()
    for number in [5, 3, 8, 1, 9, 2, 7] { queue.insert(number) }
    var left: [Int] = []
    while queue.first != nil { left.append(queue.removeFirst()) }
    #expect(left == [1, 2, 3, 5, 7, 8, 9])
  }
}

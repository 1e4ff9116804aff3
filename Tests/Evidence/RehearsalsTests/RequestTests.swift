import Attribution
import Invites
import Testing

@testable import Rehearsals

@Suite("What is sent, and how answers are read")
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
      #expect(RequestWriter.person(RequestWriter.user(person).text) == person)
    }
    #expect(RequestWriter.person("nobody") == nil)
  }

  @Test func `an answer is whole once its length has come`() throws {
    let bytes = Array("HTTP/1.1 201 Created\r\nContent-Length: 4\r\n\r\nwell".utf8)
    for count in 0..<bytes.count {
      guard case .unfinished = HTTPAnswer.read(Array(bytes[..<count])) else {
        Issue.record("\(count) bytes are no answer")
        continue
      }
    }
    guard case .finished(let answer) = HTTPAnswer.read(bytes) else {
      Issue.record("this is an answer")
      return
    }
    #expect(answer.status == 201 && answer.body == Array("well".utf8) && answer.keepsConnection)
  }

  @Test(arguments: [
    "HTTP/2 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab",
  ])
  func `what the service never says is refused`(_ text: String) {
    guard case .malformed = HTTPAnswer.read(Array(text.utf8)) else {
      Issue.record("'\(text)' is no answer")
      return
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

/// The outcomes of requests: each planned one is answered, failed or was not sent.
public struct RequestCounts: Codable, Sendable, Hashable {
  public internal(set) var planned = 0
  public internal(set) var notSent = 0
  /// Of those not sent, the ones that waited for a connection until the end.
  public internal(set) var unconnected = 0
  /// Answers by the first digit of their status, from 1xx to 5xx.
  private(set) var byClass = [Int](repeating: 0, count: 5)
  private var byFailure = [Int](repeating: 0, count: Failure.allCases.count)
  /// Unexpected responses: 5xx, 429, unplanned 4xx, or a status that the request does not expect.
  public internal(set) var unwanted = 0
  /// The unexpected responses by their statuses, ascending.
  public private(set) var unwantedStatuses: [StatusCount] = []

  /// How many responses had a status.
  public struct StatusCount: Codable, Sendable, Hashable {
    public let status: Int
    public fileprivate(set) var count: Int
  }

  public init() {}

  public var answered: Int { byClass.reduce(0, +) }
  public var failed: Int { byFailure.reduce(0, +) }
  /// Requests that failed, were not sent, or got an unexpected response.
  public var errors: Int { failed + unwanted + notSent }
  /// Whether every planned request is counted once.
  public var isBalanced: Bool { planned == answered + failed + notSent }

  /// Errors that a late generator cannot have caused.
  public var ofService: Int { unwanted + unansweredByService }
  /// Those of them without a response: failures, and requests for which all connections were in use.
  public var unansweredByService: Int {
    Failure.allCases.filter(\.isOfService).reduce(unconnected) { $0 + self[$1] }
  }

  public subscript(failure: Failure) -> Int { byFailure[failure.rawValue] }

  /// Answers with a status from 100 · `statusClass` on, for a class from 1 to 5.
  public func answered(inClass statusClass: Int) -> Int { byClass[statusClass - 1] }

  mutating func count(_ failure: Failure) { byFailure[failure.rawValue] += 1 }

  mutating func countAnswer(_ status: Int, isWanted: Bool) {
    byClass[status / 100 - 1] += 1
    guard !isWanted else { return }
    unwanted += 1
    countUnwanted(StatusCount(status: status, count: 1))
  }

  private mutating func countUnwanted(_ more: StatusCount) {
    let place = unwantedStatuses.firstIndex { $0.status >= more.status } ?? unwantedStatuses.count
    if place < unwantedStatuses.count, unwantedStatuses[place].status == more.status {
      unwantedStatuses[place].count += more.count
    } else {
      unwantedStatuses.insert(more, at: place)
    }
  }

  static func isWanted(_ status: Int, about standing: LinkPopulation.Standing) -> Bool {
    status < 400 || (status < 500 && status != 429 && standing != .known)
  }

  public static func += (sum: inout Self, other: Self) {
    sum.planned += other.planned
    sum.notSent += other.notSent
    sum.unconnected += other.unconnected
    sum.unwanted += other.unwanted
    for more in other.unwantedStatuses { sum.countUnwanted(more) }
    for place in sum.byClass.indices { sum.byClass[place] += other.byClass[place] }
    for place in sum.byFailure.indices { sum.byFailure[place] += other.byFailure[place] }
  }
}

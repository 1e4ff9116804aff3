import GrowthloopTransport
import GrowthloopFindings
import GrowthloopLinkService

extension Reconciler {
  /// Returns the answer to a call for each path parameter, in order; `nil` if `goesOn` ended it.
  func ask(
    _ call: ServiceCall, _ parameters: [String] = [""], goesOn: () -> Bool
  ) throws -> [Members]? {
    var answers = Array(repeating: Members(), count: parameters.count)
    let token = service.token
    let end = script.end
    let replay = try Replay(
      RequestSchedule(
        moments: parameters.map { _ in end }, after: parameters.map { _ in [] }, rate: nil,
        connections: connections),
      of: Replay.Content(
        name: { _ in "reconcile" },
        request: { RequestText(call, at: call.path(parameters[$0]), end).bearing(token).bytes },
        take: { number, answer in
          answers[number] = Members(try? JSONParser.parse(answer.body))
          return answer.status < 300
        }),
      to: service)
    let record = try replay.run { _ in goesOn() }
    return record.wasCancelled ? nil : answers
  }

  /// Reads and removes the waiting pushes, as a delivering backend does.
  ///
  /// Returns the number of times that each id came.
  func takePushes(_ goesOn: () -> Bool) throws -> [String: Int]? {
    var pushes: [String: Int] = [:]
    while true {
      guard let outbox = try ask(ReadOutbox.call, goesOn: goesOn)?.first else { return nil }
      let ids = outbox[ReadOutbox.pushes]?.compactMap { $0[ReadOutbox.Push.id] } ?? []
      if ids.isEmpty { return pushes }
      for id in ids { pushes[id, default: 0] += 1 }
      // A push that is not removed would come for ever.
      guard ids.allSatisfy({ pushes[$0] == 1 }) else { return pushes }
      guard try ask(DeliverPush.call, ids, goesOn: goesOn) != nil else {
        return nil
      }
    }
  }
}

import JSON
import Vocabulary

extension Reconciler {
  /// The answers to questions about these paths, in their order; `nil` if it was not to go on.
  func ask(
    _ paths: [String], by method: String = "GET", goesOn: () -> Bool
  ) throws -> [JSONValue]? {
    var answers = Array(repeating: JSONValue.null, count: paths.count)
    let token = service.token
    let end = script.end
    let replay = try Replay(
      Course(
        moments: paths.map { _ in end }, after: paths.map { _ in [] }, rate: nil,
        connections: connections),
      of: Replay.Content(
        name: { _ in "reconcile" },
        request: { RequestText(method, paths[$0], at: end).bearing(token).bytes },
        take: { number, answer, _ in
          answers[number] = (try? JSONParser.parse(answer.body)) ?? .null
          return answer.status < 300
        }),
      to: service)
    let record = try replay.run { _ in goesOn() }
    return record.wasCancelled ? nil : answers
  }

  /// Reads the pushes that wait and takes them off the list, as a backend does that delivers them; how
  /// often each came, by its id.
  func takePushes(_ goesOn: () -> Bool) throws -> [String: Int]? {
    var pushes: [String: Int] = [:]
    while true {
      guard let outbox = try ask(["/outbox"], goesOn: goesOn)?.first else { return nil }
      let ids = outbox["pushes"]?.elements.compactMap { $0["id"]?.string } ?? []
      if ids.isEmpty { return pushes }
      for id in ids { pushes[id, default: 0] += 1 }
      // One that does not go away would come for ever.
      guard ids.allSatisfy({ pushes[$0] == 1 }) else { return pushes }
      guard try ask(ids.map { "/outbox/\($0)" }, by: "DELETE", goesOn: goesOn) != nil else {
        return nil
      }
    }
  }
}

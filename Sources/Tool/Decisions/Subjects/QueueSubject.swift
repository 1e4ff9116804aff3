import Invites
import GrowthloopFindings
import Profiles
import Vocabulary

/// The subject `queue`: the creations of links that wait for the network.
enum QueueSubject: Subject {
  static let name = "queue"
  static let summary = "how creations wait without a network, and when the user is asked to share"
  static let example = """
    {"id": 1, "events": [{"at": "2026-03-01T09:00:00Z", "type": "queued"}, \
    {"at": "2026-03-01T09:10:00Z", "type": "connected"}, \
    {"at": "2026-03-01T09:10:03Z", "type": "linkReady", "ticket": 0}]}
    """
  static let contract = """
    A case:  {"id", "events": [{"at", "type", …}]}, events in time order; the network is absent at
             first.
      type   \(words(of: Kind.self, at: 9));
             linkReady and linkFailed have "ticket"
    Answer:  {"id", "steps": [{"at", "type", "waiting", "actions": [{"action", …}]}], "rule"}
      waiting  the number of creations in the queue
      actions  accepted | create | promptToShare ("isInTime", by 'offline.drainSeconds'), each with
               "ticket", the key that makes a repeated request harmless; refused (the queue is
               full, or 'offline.mode' has none) | wake ("until") | ignored
    """

  private enum Kind: String, CaseIterable {
    case queued, connected, disconnected, linkReady, linkFailed, timePassed
  }

  private struct Answer: Encodable {
    let id: JSONValue
    let steps: [StepAnswer]
    let rule: String
  }

  private struct StepAnswer: Encodable {
    let at: String
    let type: String
    let waiting: UInt32
    let actions: [ActionAnswer]
  }

  private struct ActionAnswer: Encodable {
    let action: String
    var ticket: UInt32?
    var isInTime: Bool?
    var until: String?
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    var order = TimeOrder()
    let events = reader.list("events") { event in
      let at = order.next(in: event)
      let kind = event.choice("type", Kind.self)
      return (at: at, kind: kind, event: happening(kind, in: event))
    }
    try reader.finish()

    let policy = rules.profile.offline
    var queue = OfflineQueue()
    return Answer(
      id: id,
      steps: events.map { at, kind, event in
        let actions = queue.receive(event, at: at.moment, under: policy)
        return StepAnswer(
          at: at.text, type: kind.rawValue, waiting: queue.count, actions: actions.map(answer))
      }, rule: policy.mode.rule.description)
  }

  private static func happening(_ kind: Kind, in event: CaseReader) -> OfflineQueue.Event {
    func ticket() -> QueueTicket {
      QueueTicket(number: UInt32(clamping: event.number("ticket")))
    }
    return switch kind {
    case .queued: .queued
    case .connected: .connected
    case .disconnected: .disconnected
    case .linkReady: .linkReady(ticket())
    case .linkFailed: .linkFailed(ticket())
    case .timePassed: .timePassed
    }
  }

  private static func answer(_ action: OfflineQueue.Action) -> ActionAnswer {
    switch action {
    case .accepted(let ticket): ActionAnswer(action: "accepted", ticket: ticket.number)
    case .refused: ActionAnswer(action: "refused")
    case .create(let ticket): ActionAnswer(action: "create", ticket: ticket.number)
    case .promptToShare(let ticket, let isInTime):
      ActionAnswer(action: "promptToShare", ticket: ticket.number, isInTime: isInTime)
    case .wake(let until): ActionAnswer(action: "wake", until: until.iso8601)
    case .ignored: ActionAnswer(action: "ignored")
    }
  }
}

import Invites
import RandomStreams
import Vocabulary

/// An attempt in progress: the time, the draws, and the requests of the flow.
struct SharingCourse<Chance: RandomNumberGenerator> {
  let sharer: Sharer
  let entry: FlowPolicy.EntryPoint
  let start: Instant
  let draws: SharingDraws
  let isOnline: Bool
  /// The time of a tap of this person.
  let step: Interval
  var chance: Chance
  var tally: DailyTally
  var now: Instant
  var result: SharingAttempt
  var wants: FlowWants = []
  var answer: LinkAnswer?
  /// The ending if the person leaves now.
  var endsAs = SharingAttempt.Ending.gaveUp
  var isOver = false
  /// The number of retries.
  var tries = 0
  /// Decisions made once: to continue to a sheet, and the number of contacts to pick.
  var proceeds: Bool?
  var wanted: Int?
  /// The number of contacts considered in a picker.
  var considered = 0
  /// Whether the warning of many recipients was just shown.
  var isWarned = false
  var soughtAccess = false
  var held: HeldLink?
  var trace: StepTrace?

  init(
    of sharer: Sharer, from entry: FlowPolicy.EntryPoint, at now: Instant, tally: DailyTally,
    chance: Chance, under model: SharingModel
  ) {
    self.sharer = sharer
    self.entry = entry
    self.tally = tally
    var chance = chance
    draws = SharingDraws(using: &chance)
    self.chance = chance
    isOnline = draws.offline >= model.behaviour.offline
    step = model.perStep.time(at: draws.pace)
    start = now
    self.now = now
    result = SharingAttempt(access: sharer.access)
    held = sharer.held
    result.advice = sharer.advice
  }

  /// A link for flows, which do not read it; short enough for the string's inline storage.
  static var link: String { "rin.app/i/sim" }
  static var message: String { "Join me" }

  /// Returns the link that the policy reuses; `nil` where a new one is required.
  func cachedLink(under model: SharingModel) -> String? {
    switch model.policy.link.decideCode(holding: held, at: now) {
    case .reuse: Self.link
    case .mint: nil
    }
  }

  /// Draws whether an event of this probability happens.
  mutating func happens(_ probability: Double) -> Bool { chance.uniform() < probability }

  /// Plays `flow` until it is closed or left.
  @discardableResult
  mutating func play<Flow: PlayedFlow>(
    _ flow: Flow, opening: Flow.Event, under model: SharingModel
  ) -> Flow {
    var flow = flow
    send(opening, to: &flow, under: model)
    while !isOver, result.events < SharingModel.mostEvents {
      if let answer, answer.due <= now {
        self.answer = nil
        if wants.contains(.reconnection) {
          wants.remove(.reconnection)
          if let reconnection = flow.reconnection { send(reconnection, to: &flow, under: model) }
        }
        switch answer.outcome {
        case .created: send(.linkReady(Self.link), to: &flow, under: model)
        case .failed: send(.linkFailed, to: &flow, under: model)
        case .timedOut: send(.linkTimedOut, to: &flow, under: model)
        }
      } else if wants.contains(.message) {
        wants.remove(.message)
        send(.messageComposed(Self.message), to: &flow, under: model)
      } else if wants.contains(.sheet) {
        wants.remove(.sheet)
        let closed = closeSheet(under: model)
        send(flow.closing(closed), to: &flow, under: model)
      } else {
        switch flow.move(of: &self, under: model) {
        case .does(let event):
          now = now + step
          send(event, to: &flow, under: model)
        case .happens(let event): send(event, to: &flow, under: model)
        case .waits:
          guard let answer else { return flow }
          now = max(now, answer.due)
        case .leaves: return flow
        }
      }
    }
    return flow
  }

  private mutating func send<Flow: PlayedFlow>(
    _ event: Flow.Event, to flow: inout Flow, under model: SharingModel
  ) {
    result.events += 1
    result.taps.add(event.tap)
    for action in flow.receive(event, at: now, under: model.policy) {
      perform(action, under: model)
    }
    trace?.note(result.steps, at: now)
  }

  /// Writes the ending into the result and returns it.
  mutating func finish() -> SharingAttempt {
    result.ending =
      if result.steps.contains(.completed) {
        .completed
      } else if result.steps.contains(.copied) {
        .copied
      } else if result.closedBy != nil {
        .notOffered
      } else if endsAs == .gaveUp, result.steps.contains(.sheetCancelled) {
        .cancelled
      } else {
        endsAs
      }
    result.took = (now - start).wholeSecondsUp
    return result
  }
}

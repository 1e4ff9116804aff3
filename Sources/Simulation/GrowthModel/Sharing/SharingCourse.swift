import Invites
import RandomStreams
import Vocabulary

/// One attempt under way: the time, the luck, and what the flow has asked for.
struct SharingCourse<Chance: RandomNumberGenerator> {
  let sharer: Sharer
  let entry: FlowPolicy.EntryPoint
  let start: Instant
  let luck: SharingLuck
  let isOnline: Bool
  /// How long a tap takes this person.
  let step: Interval
  var chance: Chance
  var tally: DailyTally
  var now: Instant
  var result: SharingAttempt
  var wants: FlowWants = []
  var answer: LinkAnswer?
  /// How the attempt ends if the person leaves now.
  var endsAs = SharingAttempt.Ending.gaveUp
  var isOver = false
  /// How often the person tried again.
  var tries = 0
  /// What was decided once: to go on to a sheet, how many contacts to pick.
  var proceeds: Bool?
  var wanted: Int?
  /// How many contacts have come to mind in a picker.
  var considered = 0
  /// Whether the warning of many recipients has just come up.
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
    luck = SharingLuck(using: &chance)
    self.chance = chance
    isOnline = luck.offline >= model.behaviour.offline
    step = model.perStep.time(at: luck.pace)
    start = now
    self.now = now
    result = SharingAttempt(access: sharer.access)
    held = sharer.held
    result.advice = sharer.advice
  }

  /// A link for flows that look at none: short, so that it lies in the string itself.
  static var link: String { "rin.app/i/sim" }
  static var message: String { "Join me" }

  /// The link that the policy uses again; `nil` where a new one is to be made.
  func cachedLink(under model: SharingModel) -> String? {
    switch model.policy.link.decideCode(holding: held, at: now) {
    case .reuse: Self.link
    case .mint: nil
    }
  }

  /// Draws whether something of this chance happens.
  mutating func happens(_ probability: Double) -> Bool { chance.uniform() < probability }

  /// Leads the person through `flow`, until it is closed or left.
  @discardableResult
  mutating func play<Flow: PlayedFlow>(
    _ flow: Flow, opening: Flow.Event, under model: SharingModel
  ) -> Flow {
    var flow = flow
    tell(opening, to: &flow, under: model)
    while !isOver, result.events < SharingModel.mostEvents {
      if let answer, answer.due <= now {
        self.answer = nil
        if wants.contains(.reconnection) {
          wants.remove(.reconnection)
          if let reconnection = flow.reconnection { tell(reconnection, to: &flow, under: model) }
        }
        switch answer.outcome {
        case .created: tell(.linkReady(Self.link), to: &flow, under: model)
        case .failed: tell(.linkFailed, to: &flow, under: model)
        case .timedOut: tell(.linkTimedOut, to: &flow, under: model)
        }
      } else if wants.contains(.message) {
        wants.remove(.message)
        tell(.messageComposed(Self.message), to: &flow, under: model)
      } else if wants.contains(.sheet) {
        wants.remove(.sheet)
        let closed = closeSheet(under: model)
        tell(flow.closing(closed), to: &flow, under: model)
      } else {
        switch flow.move(of: &self, under: model) {
        case .does(let event):
          now = now + step
          tell(event, to: &flow, under: model)
        case .happens(let event): tell(event, to: &flow, under: model)
        case .waits:
          guard let answer else { return flow }
          now = max(now, answer.due)
        case .leaves: return flow
        }
      }
    }
    return flow
  }

  private mutating func tell<Flow: PlayedFlow>(
    _ event: Flow.Event, to flow: inout Flow, under model: SharingModel
  ) {
    result.events += 1
    result.taps.add(event.tap)
    for action in flow.receive(event, at: now, under: model.policy) {
      perform(action, under: model)
    }
    trace?.note(result.steps, at: now)
  }

  /// Puts the ending into the result.
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

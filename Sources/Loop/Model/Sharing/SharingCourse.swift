public import Invites
import RandomStreams
public import Vocabulary

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

extension SharingCourse {
  /// Returns whether the member goes on in the same flow after a share.
  mutating func wantsMore(under model: SharingModel) -> Bool {
    model.behaviour.inviteMore > 0 && happens(model.behaviour.inviteMore)
  }

  /// Decides, once per attempt, whether the person continues from an open screen to a sheet.
  mutating func staysForSheet(under model: SharingModel) -> Bool {
    if let proceeds { return proceeds }
    let decision = draws.proceed < model.behaviour.proceed
    proceeds = decision
    return decision
  }

  /// Draws whether the person tries again, with this chance.
  mutating func triesAgain(_ probability: Double) -> Bool {
    guard tries < SharingModel.patience else { return false }
    tries += 1
    guard happens(probability) else { return false }
    endsAs = .gaveUp
    return true
  }

  /// Draws whether the person taps the entry again after a flow without a screen has closed.
  mutating func comesBack(under model: SharingModel) -> Bool {
    guard !result.steps.contains(.completed) else { return false }
    return switch endsAs {
    case .linkFailed: triesAgain(model.behaviour.retry)
    case .cancelled: triesAgain(model.behaviour.again)
    case .completed, .copied, .gaveUp, .offline, .queued, .refused, .notOffered: false
    }
  }

  /// Returns the person's answer to the explainer for contacts.
  ///
  /// One draw decides: the first proportion allows; of the rest some skip and the others deny.
  func answerToExplainer(under model: SharingModel) -> PermissionFlow.Control {
    let behaviour = model.behaviour
    let grant = behaviour.grantWithExplainer
    guard draws.access >= grant else { return .allow }
    return draws.access < grant + (1 - grant) * behaviour.skip ? .skip : .allow
  }

  /// Returns the person's answer to the system's question.
  mutating func answerToSystem(under model: SharingModel) -> ContactsAccess {
    let behaviour = model.behaviour
    let isExplained = result.steps.contains(.explained)
    let grant = isExplained ? behaviour.grantWithExplainer : behaviour.grantWithoutExplainer
    // A person who skipped the explainer and then looks for the list has changed their mind.
    let place = soughtAccess && isExplained ? chance.uniform() : draws.access
    guard place < grant else { return .denied }
    return place < grant * behaviour.limitedGrant ? .limited : .authorized
  }

  /// Returns the number of contacts that the app may read.
  func visibleContacts(under access: ContactsAccess, under model: SharingModel) -> Int {
    access == .limited ? min(sharer.contacts, model.behaviour.limitedContacts) : sharer.contacts
  }
}

extension SharingCourse {
  /// Requests a link from the service, with the policy's retries, unless a limit refuses.
  mutating func createLink(under model: SharingModel) {
    guard mayInvite(.created, at: now, under: model) else { return }
    let policy = model.policy.offline
    var creation = LinkCreation()
    var at = now
    var action = creation.receive(.needed(cached: nil), under: policy, using: &chance)
    while true {
      switch action {
      case .request(let number, let timeout):
        let time = request(under: model)
        let event: LinkCreation.Event
        if time.taken > timeout {
          at = at + timeout
          event = .timedOut(number: number)
        } else {
          at = at + time.taken
          event =
            time.fails ? .failed(.network, number: number) : .created(model.code, number: number)
        }
        action = creation.receive(event, under: policy, using: &chance)
      case .wait(let pause, let next):
        at = at + pause
        action = creation.receive(.waited(number: next), under: policy, using: &chance)
      case .show:
        linkCreated(at: at, under: model)
        answer = LinkAnswer(due: at, outcome: .created)
        return
      case .showError(let failure):
        answer = LinkAnswer(due: at, outcome: failure == .timeout ? .timedOut : .failed)
        return
      case .openShareSheet, .giveUp, .stay: return
      }
    }
  }

  /// Draws the time of a request and whether it fails; the first uses the attempt's draws.
  private mutating func request(under model: SharingModel) -> (taken: Interval, fails: Bool) {
    result.linkRequests += 1
    let isFirst = result.linkRequests == 1
    let time = model.linkTime.time(at: isFirst ? draws.linkTime : chance.openUniform())
    return (time, (isFirst ? draws.link : chance.uniform()) < model.behaviour.linkFailure)
  }

  private mutating func linkCreated(at moment: Instant, under model: SharingModel) {
    result.linksCreated += 1
    held = HeldLink(code: model.code, isOfThisFlow: false, isSent: false)
    model.policy.limits.record(.created, in: &tally, at: moment)
  }

  /// Queues the creation until the network is back.
  ///
  /// Without a prompt by the queue, or after repeated failures, the attempt ends as queued.
  mutating func queueCreation(under model: SharingModel) {
    result.steps.insert(.queued)
    endsAs = .queued
    let policy = model.policy.offline
    var queue = OfflineQueue()
    _ = queue.receive(.queued, at: now, under: policy)
    var at = now + model.offlineTime.time(at: chance.openUniform())
    var actions = queue.receive(.connected, at: at, under: policy)
    var requests = 0
    while let action = actions.first {
      switch action {
      case .create(let ticket):
        guard requests < SharingModel.patience, mayInvite(.created, at: at, under: model)
        else { return }
        requests += 1
        let request = request(under: model)
        at = at + request.taken
        guard !request.fails else {
          actions = queue.receive(.linkFailed(ticket), at: at, under: policy)
          continue
        }
        linkCreated(at: at, under: model)
        actions = queue.receive(.linkReady(ticket), at: at, under: policy)
      case .wake(let moment):
        at = moment
        actions = queue.receive(.timePassed, at: at, under: policy)
      case .promptToShare(_, let isInTime):
        if !isInTime { result.steps.insert(.late) }
        guard happens(model.behaviour.resume) else { return }
        answer = LinkAnswer(due: at, outcome: .created)
        wants.insert(.reconnection)
        return
      case .accepted, .refused, .ignored: return
      }
    }
  }
}

/// The open requests of a flow, other than for a link.
struct FlowWants: OptionSet {
  let rawValue: UInt8

  static let message = FlowWants(rawValue: 1)
  static let sheet = FlowWants(rawValue: 1 << 1)
  /// The notification that the network is back.
  static let reconnection = FlowWants(rawValue: 1 << 2)
}

/// The service's response to a request for a link, and its time.
struct LinkAnswer {
  var due: Instant
  var outcome: Outcome

  enum Outcome {
    case created
    case failed
    case timedOut
  }
}

/// The result of an attempt to share.
public struct SharingAttempt: Hashable, Sendable, BitwiseCopyable {
  public enum Ending: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    /// The share sheet, or the compose sheet of Messages, reported a share.
    case completed
    /// The link was copied by the Copy button.
    case copied
    /// A sheet was shown and cancelled.
    case cancelled
    /// The member left the flow before a sheet was shown.
    case gaveUp
    /// Creating the link failed, and was not retried.
    case linkFailed
    /// There was no network, and no creation is queued.
    case offline
    /// The creation waited for the network, and the member did not continue.
    case queued
    /// A limit refused it: see `refusal`.
    case refused
    /// The profile does not offer the entry point: see `rule`.
    case notOffered
  }

  /// The steps that an attempt reached.
  public struct Steps: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// The number of steps.
    public static let count = 15

    public static let opened = Steps(rawValue: 1)
    /// The explainer for the address book was shown.
    public static let explained = Steps(rawValue: 1 << 1)
    /// The system asked for access to the address book.
    public static let asked = Steps(rawValue: 1 << 2)
    /// At least one contact was picked, and the message was opened.
    public static let picked = Steps(rawValue: 1 << 3)
    /// A link was ready, new or reused.
    public static let linkReady = Steps(rawValue: 1 << 4)
    public static let linkFailed = Steps(rawValue: 1 << 5)
    /// The flow reported that the phone was offline.
    public static let offline = Steps(rawValue: 1 << 6)
    /// The creation waited for the network.
    public static let queued = Steps(rawValue: 1 << 7)
    /// The link was ready later than promised, after the network came back.
    public static let late = Steps(rawValue: 1 << 8)
    public static let sheetOpened = Steps(rawValue: 1 << 9)
    public static let sheetCancelled = Steps(rawValue: 1 << 10)
    public static let completed = Steps(rawValue: 1 << 11)
    public static let copied = Steps(rawValue: 1 << 12)
    /// The user was warned of many recipients.
    public static let warned = Steps(rawValue: 1 << 13)
    /// The member tapped Invite More on the screen that confirms a share.
    public static let askedForMore = Steps(rawValue: 1 << 14)
  }

  public internal(set) var ending = Ending.gaveUp
  public internal(set) var steps: Steps = []
  /// The channel that the policy reports; `nil` without a share, or without a report by the system.
  public internal(set) var channel: ReportedChannel?
  /// The true target of the share, `copy` also for the Copy button; `nil` without a share.
  public internal(set) var target: ShareTarget?
  /// Whether a message really reached a recipient.
  public internal(set) var wasSent = false
  /// The number of recipients of the message; 0 without one.
  public internal(set) var recipients = 0
  /// The number of contacts picked in the app, and of those that are recipients.
  public internal(set) var selected = 0
  public internal(set) var selectedReached = 0
  /// The number of contacts passed over because they were invited too recently.
  public internal(set) var passedOver = 0
  /// The number of created links, and of requests for them with repetitions.
  public internal(set) var linksCreated = 0
  public internal(set) var linkRequests = 0
  /// The number of share sheets shown.
  public internal(set) var sheets = 0
  /// The taps from the entry point to the end.
  public internal(set) var taps = TapTally()
  /// The limit that ended the attempt or the picking.
  public internal(set) var refusal: LimitRefusal?
  /// The rule that does not offer the entry point, where the ending is `notOffered`.
  public internal(set) var closedBy: RuleID?
  /// The access to the address book after the attempt.
  public internal(set) var access: ContactsAccess
  /// The time from the tap on the entry point to the end, in whole seconds; of a queued share with
  /// the time without network.
  public internal(set) var took = Interval.zero
  /// The advice on bulk picking after the attempt.
  public internal(set) var advice = BulkAdvice()
  /// The number of events sent to the flow.
  public internal(set) var events = 0

  init(access: ContactsAccess) {
    self.access = access
  }

  /// The rule that ended or limited the attempt.
  public var rule: RuleID? { closedBy ?? refusal?.rule }
}

/// The steps that an attempt had reached after each event, and the events that its flow logged;
/// recorded only for an observer.
final class StepTrace {
  private(set) var steps: [TimedStep<SharingAttempt.Steps>] = []
  private(set) var events: [TimedStep<InviteEvent>] = []

  func note(_ steps: SharingAttempt.Steps, at moment: Instant) {
    self.steps.append(TimedStep(step: steps, at: moment))
  }

  func log(_ event: InviteEvent, at moment: Instant) {
    events.append(TimedStep(step: event, at: moment))
  }
}

/// The draws of an attempt: one number for each question, whether or not it is asked.
///
/// So two policies get the same answers to the questions that they share. A repeated question, such
/// as a retry, draws further numbers of the generator.
struct SharingDraws: BitwiseCopyable {
  let offline: Double
  let proceed: Double
  let copy: Double
  let complete: Double
  let target: Double
  let report: Double
  let recipients: Double
  let access: Double
  let pace: Double
  let sheetTime: Double
  let linkTime: Double
  let link: Double

  /// Draws twelve numbers.
  init(using chance: inout some RandomNumberGenerator) {
    offline = chance.uniform()
    proceed = chance.uniform()
    copy = chance.uniform()
    complete = chance.uniform()
    target = chance.uniform()
    report = chance.uniform()
    recipients = chance.openUniform()
    access = chance.uniform()
    pace = chance.openUniform()
    sheetTime = chance.openUniform()
    linkTime = chance.openUniform()
    link = chance.uniform()
  }
}

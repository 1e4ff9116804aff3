import Vocabulary

/// An exhaustive search of a flow, by applying every possible event in every state.
///
/// An app with a changed flow needs it in its tests: it finds dead ends, and counts taps.
public struct FlowWalk<Flow: SharingFlow>: Sendable {
  /// One event of a path through the flow, with the flow's actions.
  public struct Step: Hashable, Sendable {
    /// The event that was applied.
    public let event: Flow.Event
    /// The actions that the flow requested in response, in order.
    public let actions: [SharingAction]
  }

  /// One step between two states.
  public struct Move: Sendable {
    /// The state in which the event was applied.
    public let before: Flow
    /// The event that was applied.
    public let event: Flow.Event
    /// The actions that the flow requested in response, in order.
    public let actions: [SharingAction]
    /// The state that followed; equal to `before` if nothing changed.
    public let after: Flow
  }

  /// A path through the flow, from its opening.
  public struct Path: Sendable {
    /// The events and their actions, from the opening to the last.
    public var steps: [Step]
    /// The taps of all steps together.
    public var taps: TapTally
    /// The state of the flow after the last step.
    public var end: Flow
  }

  /// The settings under which every event is applied.
  public let policy: SharingPolicy
  /// The flow before the first event.
  public let start: Flow
  /// The event that opens the flow, and the first step of every path.
  public let opening: Flow.Event

  /// Creates a search of `start` as `opening` opens it; each query walks the flow anew.
  public init(_ start: Flow, opening: Flow.Event, under policy: SharingPolicy) {
    self.start = start
    self.opening = opening
    self.policy = policy
  }
}

extension FlowWalk {
  /// Returns the path with the fewest taps to an action that `isGoal` accepts.
  ///
  /// Of paths with equally many taps it is the one with the fewest events.
  public func shortest(to isGoal: (SharingAction) -> Bool) -> Path? {
    // The open paths by their taps: a bucket for each number.
    var open = [[opened]]
    var seen: Set<Flow> = []
    var taps = 0
    while taps < open.count {
      var place = 0
      while place < open[taps].count {
        let path = open[taps][place]
        place += 1
        if let last = path.steps.last, last.actions.contains(where: isGoal) { return path }
        guard seen.insert(path.end).inserted else { continue }
        for event in path.end.possibleEvents(under: policy) {
          let next = path.followed(by: event, under: policy)
          while open.count <= next.taps.literal { open.append([]) }
          open[next.taps.literal].append(next)
        }
      }
      taps += 1
    }
    return nil
  }

  /// Every step between two reachable states.
  public var moves: [Move] {
    var moves = [Move(before: start, event: opening, actions: opened.actions, after: opened.end)]
    var seen: Set<Flow> = [opened.end]
    var states = [opened.end]
    while let state = states.popLast() {
      for event in state.possibleEvents(under: policy) {
        var after = state
        let actions = after.receive(event, at: event.walkTime, under: policy)
        moves.append(Move(before: state, event: event, actions: actions, after: after))
        if seen.insert(after).inserted { states.append(after) }
      }
    }
    return moves
  }

  /// Every reachable state once, in the order of discovery.
  public var states: [Flow] {
    var seen: Set<Flow> = []
    return moves.map(\.after).filter { seen.insert($0).inserted }
  }

  /// Returns the states, except those that left, from which no action that `isGoal` accepts can be
  /// reached.
  public func deadEnds(before isGoal: (SharingAction) -> Bool) -> [Flow] {
    let moves = moves
    var number: [Flow: Int] = [:]
    var states: [Flow] = []
    func enter(_ state: Flow) -> Int {
      if let known = number[state] { return known }
      number[state] = states.count
      states.append(state)
      return states.count - 1
    }
    let ends = moves.map { (from: enter($0.before), to: enter($0.after)) }
    // Backwards from the goal: a state is free if it leads to a free one.
    var sources = [[Int]](repeating: [], count: states.count)
    var open: [Int] = []
    for (move, end) in zip(moves, ends) {
      sources[end.to].append(end.from)
      if move.actions.contains(where: isGoal) { open.append(end.from) }
    }
    var leadsOn = [Bool](repeating: false, count: states.count)
    while let state = open.popLast() {
      guard !leadsOn[state] else { continue }
      leadsOn[state] = true
      open += sources[state]
    }
    return states.indices.filter { !leadsOn[$0] && !states[$0].isClosed }.map { states[$0] }
  }

  /// The path that consists of the opening alone.
  private var opened: Path {
    Path(steps: [], taps: TapTally(), end: start).followed(by: opening, under: policy)
  }
}

extension FlowWalk.Path {
  /// All actions along the path.
  public var actions: [SharingAction] { steps.flatMap(\.actions) }

  func followed(by event: Flow.Event, under policy: SharingPolicy) -> Self {
    var path = self
    let actions = path.end.receive(event, at: event.walkTime, under: policy)
    path.steps.append(FlowWalk.Step(event: event, actions: actions))
    path.taps.add(event.tap)
    return path
  }
}

extension SharingFlowEvent {
  /// The time of the event on a walk: zero, except that clock events come after all time has
  /// passed.
  var walkTime: Instant { Instant(milliseconds: isClock ? .max : 0) }
}

extension SharingAction {
  /// Whether the action logs a completed share.
  public var isShare: Bool {
    if case .log(let event) = self { event.step == .shared } else { false }
  }
}

/// The taps of one path through a flow, both as they are and as the documents count them.
public struct TapTally: Hashable, Sendable, BitwiseCopyable {
  /// The number of taps as they are, every one counted.
  public private(set) var literal = 0
  private var entryTapped = false
  private var screenTapped = false
  private var sheetTapped = false

  /// Creates a tally without taps.
  public init() {}

  /// The documents' count: one tap for each of the entry, the app's screens together, and the
  /// sheet.
  ///
  /// They treat choosing a target as sending, and picking and composing as one screen; they leave
  /// out the permission.
  public var asSpecified: Int {
    (entryTapped ? 1 : 0) + (screenTapped ? 1 : 0) + (sheetTapped ? 1 : 0)
  }

  /// Adds the taps of one event; `nil` adds none.
  public mutating func add(_ tap: Tap?) {
    guard let tap else { return }
    literal += tap.count
    switch tap.place {
    case .entry: entryTapped = true
    case .screen: screenTapped = true
    case .sheet: sheetTapped = true
    case .permission: break
    }
  }
}

/// The decision whether a number of taps meets the budget of the sender.
///
/// An app needs it in its tests, to hold its flow to the budget.
public enum TapVerdict: Hashable, Sendable {
  /// The policy sets no budget, as under rin.
  case noBudget
  /// The number of taps is at most the budget.
  case within(taps: Int, budget: Int)
  /// The number of taps exceeds the budget.
  case over(taps: Int, budget: Int)
}

extension MetricPolicy {
  /// Returns the taps in `count`, in the policy's way of counting.
  public func taps(in count: TapTally) -> Int {
    switch tapCount {
    case .literal: count.literal
    case .asSpecified: count.asSpecified
    }
  }

  /// Returns whether the sender's path meets the policy's budget.
  public func judge(_ count: TapTally) -> TapVerdict {
    guard let senderTapBudget else { return .noBudget }
    let taps = taps(in: count)
    return taps <= senderTapBudget
      ? .within(taps: taps, budget: senderTapBudget) : .over(taps: taps, budget: senderTapBudget)
  }
}

extension SharingRules {
  static let taps: [Rule] = [
    Rule("P-TAP-01", "The sender's budget is two taps."),
    Rule("P-TAP-06", "What happens by itself adds no tap."),
    Rule("P-TAP-08", "Taps are counted by walking the flow: sending a draft is one more."),
    Rule("D-TAP-02", "The budget is three taps from entry to first invite sent."),
    Rule("D-TAP-03", "The worksheet counts entry, contacts, Send; the success screen adds none."),
    Rule("D-TAP-04", "Without permission the worksheet counts three taps too."),
    Rule("D-TAP-09", "Counted literally the happy path takes six taps."),
    Rule("CNF-22", "Taps are counted literally or as the documents count."),
  ]
}

/// The user's taps for one event of a flow.
public struct Tap: Hashable, Sendable, BitwiseCopyable {
  /// The place of the taps.
  public enum Place: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The entry point that opens the flow.
    case entry
    /// The app's own screens.
    case screen
    /// The explainer, the system's question, and its Settings.
    case permission
    /// The share sheet and the screens that it opens.
    case sheet
  }

  /// The place of the taps, by which the documents count them.
  public var place: Place
  /// The number of taps; 2 for a share whose target opens a draft, or is unknown.
  public var count: Int

  /// Creates `count` taps at `place`.
  public init(_ place: Place, count: Int = 1) {
    self.place = place
    self.count = count
  }
}

extension SheetResult {
  /// Choosing the target, and sending the draft where the target opens one.
  var tap: Tap {
    switch self {
    case .completed(let target, _):
      Tap(.sheet, count: target?.asksToSend == false ? 1 : 2)
    case .cancelled: Tap(.sheet)
    }
  }
}

import Onboarding
import RandomStreams
import Vocabulary

/// A first run in progress: the time, the draws, and the newcomer's journey.
struct FirstRunCourse {
  let newcomer: Newcomer
  let start: Instant
  /// Draws for leaving at a screen, for the time on it, and for the choice on it.
  var leaving: ScreenDraws
  var pace: ScreenDraws
  var choice: ScreenDraws
  /// Draws for accepting the connection, for findings of the sync, and for mistyping the number.
  let accepting: Double
  let finding: Double
  let mistyping: Double
  let syncPace: Double
  /// Gives further numbers, where a question is asked again.
  var chance: Draw
  var now: Instant
  var result: FirstRunWalk
  var phone = PhoneVerification()
  var syncEnds: Instant?
  /// Whether the newcomer accepted a connection that was offered before the account exists.
  var wantsConnection = false
  /// The number of codes that the newcomer has waited for.
  var codes = 0
  var isOver = false
  var trace: JourneyTrace?

  init(of newcomer: Newcomer, at now: Instant, by draw: Draw) {
    self.newcomer = newcomer
    start = now
    self.now = now
    leaving = ScreenDraws(draw, from: 0)
    pace = ScreenDraws(draw, from: ScreenDraws.blocks)
    choice = ScreenDraws(draw, from: 2 * ScreenDraws.blocks)
    chance = draw
    chance.skip(toBlock: 3 * ScreenDraws.blocks)
    accepting = chance.uniform()
    finding = chance.uniform()
    mistyping = chance.uniform()
    syncPace = chance.openUniform()
    result = FirstRunWalk(journey: Journey(isInvited: newcomer.isInvited))
  }

  /// Plays screen after screen, until home or until the newcomer leaves, and passes each to `look`.
  mutating func run(under model: FirstRunModel, look: (JourneyScreen, Instant) -> Void) {
    send(.installed, under: model)
    send(.launched, under: model)
    while !isOver, result.inputs < FirstRunModel.mostInputs {
      let screen = result.journey.screen
      let before = result.journey
      look(screen, now)
      note(screen)
      now = now + model.perScreen.time(at: pace[screen])
      if leaving[screen] < model.drop(at: screen, isInvited: newcomer.isInvited) {
        result.hasLeft = true
        return
      }
      syncIfDue(under: model)
      showValue(under: model)
      act(on: screen, under: model)
      // A newcomer who makes no progress leaves.
      if !isOver, result.journey == before {
        result.hasLeft = true
        return
      }
    }
  }

  private mutating func note(_ screen: JourneyScreen) {
    result.screens.insert(screen)
    if screen == .explainer { result.wasExplained = true }
  }

  /// Sends an input to the journey, and records its answer.
  @discardableResult
  mutating func send(_ input: Journey.Input, under model: FirstRunModel) -> JourneyAnswer {
    result.inputs += 1
    let answer = result.journey.receive(input, under: model.rules)
    let after = now - start
    if result.signedUpAfter == nil,
      !result.milestones.isDisjoint(with: [.signedUp, .signedIn])
    {
      result.signedUpAfter = after
    }
    // Most inputs only lead to the next screen.
    if answer.events.isEmpty, answer.onlyShowsScreen, !wantsConnection { return answer }
    trace?.log(answer.events, at: now)
    if answer.events.contains(.onboardingCompleted) { result.completedAfter = after }
    if answer.events.contains(.firstValueSeen) { result.firstValueAfter = after }
    if answer.actions.contains(.showContactsExplainer) { result.wasExplained = true }
    if answer.actions.contains(.requestContacts) { result.wasAsked = true }
    if answer.actions.contains(.assignUsername) { result.hasGeneratedUsername = true }
    if answer.actions.contains(.startSync) {
      syncEnds = now + model.syncTime.time(at: syncPace)
    }
    if answer.actions.contains(.connectInviter) {
      result.connection = .automatic
      result.connectionAfter = after
      wantsConnection = true
    }
    if answer.actions.contains(.offerConnection), result.connection == .none {
      result.connectionAfter = after
      wantsConnection = accepting < model.behaviour.acceptConnection
      result.connection = wantsConnection ? .accepted : .offered
    }
    if wantsConnection, result.journey.milestones.contains(.signedUp) {
      wantsConnection = false
      send(.connected, under: model)
    }
    return answer
  }

  func finish() -> FirstRunWalk {
    var result = result
    result.took = (now - start).wholeSecondsUp
    return result
  }
}

extension JourneyAnswer {
  /// Whether the screen is all that changes.
  fileprivate var onlyShowsScreen: Bool {
    // Unlike an array literal, this is a constant to the compiler.
    var screen = SmallSet<JourneyAction>()
    screen.insert(.showScreen)
    return actions == screen
  }
}

/// The events that a journey reported; recorded only for an observer.
final class JourneyTrace {
  private(set) var events: [TimedStep<JourneyEvent>] = []

  func log(_ events: SmallSet<JourneyEvent>, at moment: Instant) {
    for event in JourneyEvent.allCases where events.contains(event) {
      self.events.append(TimedStep(step: event, at: moment))
    }
  }
}

extension Interval {
  /// The interval in whole seconds, rounded up.
  var wholeSecondsUp: Interval { .seconds((milliseconds + 999) / 1_000) }
}

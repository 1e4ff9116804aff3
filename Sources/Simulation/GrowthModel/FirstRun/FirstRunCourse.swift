import Onboarding
import RandomStreams
import Vocabulary

/// One first run under way: the time, the luck, and the newcomer's journey.
struct FirstRunCourse {
  let newcomer: Newcomer
  let start: Instant
  /// Whether the newcomer leaves at a screen, how long they take there, and what they choose.
  let leaving: ScreenLuck
  let pace: ScreenLuck
  let choice: ScreenLuck
  /// Whether the offered connection is taken, the sync finds something, the number is mistyped.
  let accepting: Double
  let finding: Double
  let mistyping: Double
  let syncPace: Double
  var now: Instant
  var result: FirstRunWalk
  var phone = PhoneVerification()
  var syncEnds: Instant?
  /// Whether the newcomer wants the connection that was offered before there was an account.
  var wantsConnection = false
  /// The codes that were waited for.
  var codes = 0
  var isOver = false

  /// Takes 28 numbers of the generator.
  init(
    of newcomer: Newcomer, at now: Instant, using chance: inout some RandomNumberGenerator
  ) {
    self.newcomer = newcomer
    start = now
    self.now = now
    leaving = ScreenLuck(using: &chance)
    pace = ScreenLuck(using: &chance)
    choice = ScreenLuck(using: &chance)
    accepting = chance.uniform()
    finding = chance.uniform()
    mistyping = chance.uniform()
    syncPace = chance.openUniform()
    result = FirstRunWalk(journey: Journey(isInvited: newcomer.isInvited))
  }

  /// Goes from screen to screen, until home or until the newcomer leaves; `look` is told of each.
  mutating func run(
    under model: FirstRunModel, using chance: inout some RandomNumberGenerator,
    look: (JourneyScreen, Instant) -> Void
  ) {
    tell(.installed, under: model)
    tell(.launched, under: model)
    while !isOver, result.inputs < FirstRunModel.mostInputs {
      let screen = result.journey.screen
      let before = result.journey
      look(screen, now)
      note(screen)
      now = now + model.perScreen.time(at: pace[screen])
      if leaving[screen] < model.drop(at: screen) {
        result.hasLeft = true
        return
      }
      syncIfDue(under: model)
      showValue(under: model)
      act(on: screen, under: model, using: &chance)
      // Whoever gets nowhere leaves.
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

  /// Tells the journey what happened, and notes what it asks for.
  @discardableResult
  mutating func tell(_ input: Journey.Input, under model: FirstRunModel) -> JourneyAnswer {
    result.inputs += 1
    let answer = result.journey.receive(input, under: model.rules)
    let after = now - start
    if result.signedUpAfter == nil,
      !result.milestones.isDisjoint(with: [.signedUp, .signedIn])
    {
      result.signedUpAfter = after
    }
    // Most inputs lead to the next screen, and to nothing else.
    if answer.events.isEmpty, answer.actions == [.showScreen], !wantsConnection { return answer }
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
      tell(.connected, under: model)
    }
    return answer
  }

  func finish() -> FirstRunWalk {
    var result = result
    result.took = (now - start).wholeSecondsUp
    return result
  }
}

extension Interval {
  /// The time in whole seconds, rounded up.
  var wholeSecondsUp: Interval { .seconds((milliseconds + 999) / 1_000) }
}

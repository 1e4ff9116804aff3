public import Vocabulary

/// The arrival of an invite in a newly installed app, from the launch to the end of onboarding.
///
/// An app keeps it, and does what it asks for after each event.
public struct InviteArrival: Hashable, Sendable, KeptState {
  /// The state of the arrival.
  public enum State: Hashable, Sendable, Codable {
    /// Installed and never opened. Then `asking`, or `invited` if a link opens the app first.
    case installed
    /// The server is asked for a click. Then `invited`, `inviterGone` or `uninvited`.
    case asking
    /// Onboarding with the invite. Then `inviterGone`, `uninvited` or `finished`.
    case invited(CarriedInvite)
    /// Onboarding without it: the inviter's account is gone. Then `invited` or `finished`.
    case inviterGone(PrincipalID)
    /// Onboarding without a known inviter. Then `invited` or `finished`.
    case uninvited
    /// Onboarding is over, and nothing follows.
    case finished
  }

  /// An event of an arrival.
  public enum Event: Hashable, Sendable {
    /// The newcomer launched the app for the first time.
    case firstLaunched
    /// The app was opened by a working link.
    case linkOpened(CarriedInvite)
    /// The server answered the launch.
    case serverAnswered(Answer)
    /// The server could not be reached.
    case serverUnreachable
    /// A phone number was verified.
    case verified(VerifiedOpener)
    /// The inviter's account was found to be gone.
    case inviterVanished
    /// The newcomer completed onboarding.
    case onboardingCompleted
  }

  /// The server's answer to a launch.
  public enum Answer: Hashable, Sendable {
    /// A click matches, and this is its invite.
    case invited(CarriedInvite)
    /// A click matches, but the account of its inviter is deleted or suspended.
    case inviterGone(PrincipalID)
    /// No click matches.
    case nothing
  }

  /// The present state, `installed` at first; only `receive` changes it.
  public private(set) var state = State.installed

  /// Creates the arrival of an app that was never opened.
  public init() {}

  /// The invite during onboarding: the only source of a card, a connection, a notice.
  public var context: CarriedInvite? {
    switch state {
    case .invited(let context): context
    case .installed, .asking, .inviterGone, .uninvited, .finished: nil
    }
  }

  /// Applies `event` and returns the action to perform.
  public mutating func receive(
    _ event: Event, receipt: ReceiptPolicy, attribution: AttributionPolicy
  ) -> Action {
    switch (state, event) {
    case (.installed, .firstLaunched):
      state = .asking
      return .askServer
    case (.installed, .linkOpened(let context)), (.asking, .linkOpened(let context)):
      state = .invited(context)
      return .begin(.invitedOnboarding, because: .linkOpened)
    case (.asking, .serverAnswered(.invited(let context))):
      state = .invited(context)
      return .begin(.invitedOnboarding, because: .clickMatched)
    case (.asking, .serverAnswered(.inviterGone(let inviter))):
      state = .inviterGone(inviter)
      return .begin(.standardOnboarding, because: .inviterGone)
    case (.asking, .serverAnswered(.nothing)):
      state = .uninvited
      return .begin(.standardOnboarding, because: .noMatch)
    case (.asking, .serverUnreachable):
      state = .uninvited
      return .begin(.standardOnboarding, because: .serverUnreachable)

    case (.uninvited, .linkOpened(let context)), (.inviterGone, .linkOpened(let context)):
      state = .invited(context)
      return .store(context)
    case (.invited(let earlier), .linkOpened(let later)):
      switch attribution.model {
      case .lastClick:
        state = .invited(later)
        return .store(later)
      case .firstTouch:
        return earlier == later ? .stay(because: .nothingNew) : .stay(because: .firstTouchHolds)
      }

    case (.invited(let context), .verified(let opener)):
      if let refusal = receipt.refusal(of: opener, under: attribution) {
        state = .uninvited
        return .drop(because: refusal)
      }
      return .bind(link: context.link, to: opener.principal)
    case (.inviterGone, .verified(let opener)):
      // The referral that analytics keep is one of a new user, too.
      if let refusal = receipt.refusal(of: opener, under: attribution) {
        state = .uninvited
        return .drop(because: refusal)
      }
      return .stay(because: .nothingNew)
    case (.invited(let context), .inviterVanished):
      state = .inviterGone(context.inviter)
      return .omitInviter

    case (.invited(let context), .onboardingCompleted):
      state = .finished
      return .finish(at: context.destination, referrer: .inviter(context.inviter))
    case (.inviterGone(let inviter), .onboardingCompleted):
      state = .finished
      return .finish(
        at: .home, referrer: attribution.recordsDeletedReferrer ? .deleted(inviter) : .none)
    case (.uninvited, .onboardingCompleted):
      state = .finished
      return .finish(at: .home, referrer: .none)

    case (.finished, _):
      return .stay(because: .alreadyFinished)
    case (.invited, .firstLaunched), (.invited, .serverAnswered), (.invited, .serverUnreachable):
      return .stay(because: .alreadyKnown)
    case (.asking, .firstLaunched), (.uninvited, .firstLaunched), (.inviterGone, .firstLaunched),
      (.uninvited, .serverAnswered), (.uninvited, .serverUnreachable),
      (.inviterGone, .serverAnswered), (.inviterGone, .serverUnreachable),
      (.uninvited, .verified), (.uninvited, .inviterVanished),
      (.inviterGone, .inviterVanished):
      return .stay(because: .nothingNew)
    case (.installed, .serverAnswered), (.installed, .serverUnreachable),
      (.installed, .verified), (.installed, .inviterVanished),
      (.installed, .onboardingCompleted), (.asking, .verified), (.asking, .inviterVanished),
      (.asking, .onboardingCompleted):
      return .stay(because: .notYet)
    }
  }
}

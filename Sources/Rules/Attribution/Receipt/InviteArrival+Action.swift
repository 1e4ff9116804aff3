public import Vocabulary

extension InviteArrival {
  /// An action that an arrival requests from the app.
  public enum Action: Hashable, Sendable {
    /// Send the signals of the device, whether or not there was a link, since the app cannot tell.
    case askServer
    /// Begin onboarding on one of its two surfaces.
    case begin(ReceiptSurface, because: Beginning)
    /// Keep the invite on the device, in place of an earlier one.
    case store(CarriedInvite)
    /// Report to the server the code that brought the new principal.
    case bind(link: UInt64, to: PrincipalID)
    /// Forget the carried invite, and continue onboarding without it.
    case drop(because: ContextRefusal)
    /// Remove the inviter's name from every screen, and make no connection.
    case omitInviter
    /// Open the invite's content, and keep the referral.
    case finish(at: InviteeDestination, referrer: Referrer)
    /// Do nothing.
    case stay(because: Stillness)
  }

  /// The reason for the way in which onboarding begins.
  public enum Beginning: String, CaseIterable, Sendable, BitwiseCopyable {
    /// A working link opened the app.
    case linkOpened
    /// The server matched a click to the launch.
    case clickMatched
    /// A click matched, and its inviter's account is gone.
    case inviterGone
    /// The server found no click.
    case noMatch
    /// The server gave no answer.
    case serverUnreachable
  }

  /// The reason why there is no action.
  public enum Stillness: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The event belongs to a later state, and is ignored.
    case notYet
    /// The app carries an invite, which a launch or the server's answer does not replace.
    case alreadyKnown
    /// Under first touch the earlier invite stays.
    case firstTouchHolds
    /// The event changes nothing in this state.
    case nothingNew
    /// Onboarding is over.
    case alreadyFinished
  }

  /// The referrer in the records of a new user who completed onboarding.
  public enum Referrer: Hashable, Sendable, BitwiseCopyable {
    /// No referrer is recorded.
    case none
    /// The inviter whose invite was carried through onboarding.
    case inviter(PrincipalID)
    /// Kept for analytics; the account is gone.
    case deleted(PrincipalID)
  }
}

extension InviteArrival.Action {
  /// Whether a line is logged for developers; users never see it.
  public var isLogged: Bool {
    switch self {
    case .begin(_, because: .serverUnreachable): true
    case .askServer, .begin, .store, .bind, .drop, .omitInviter, .finish, .stay: false
    }
  }

  /// Returns the deciding rule, as `document` numbers it.
  public func rule(in document: ProfileID) -> RuleID {
    switch self {
    case .askServer: "RES-24"
    case .begin(_, because: .linkOpened): document == .design ? "D-RES-01" : "RES-02"
    case .begin(_, because: .clickMatched): document == .product ? "P-DDL-02" : "RES-05"
    case .begin(_, because: .inviterGone): document == .product ? "P-EDG-06" : "RES-19"
    case .begin(_, because: .noMatch): "RES-08"
    case .begin(_, because: .serverUnreachable): document == .product ? "P-EDG-12" : "ERR-03"
    case .store, .stay: "RES-02"
    case .bind: "RES-07"
    case .drop(let refusal): refusal.rule
    case .omitInviter: "EDG-04"
    case .finish(_, .deleted): "EDG-04"
    case .finish: document == .product ? "P-DDL-03" : "RES-05"
    }
  }
}

extension ReceiptRules {
  static let arrival: [Rule] = [
    Rule(
      "RES-05", "Without the app: the store, and on first launch the deferred link is resolved."),
    Rule("RES-11", "With the server out of reach onboarding is the standard one, and silent."),
    Rule("RES-24", "Each first launch asks the server, also that of an organic install."),
    Rule(
      "EDG-02",
      "An install beyond the window has no invite context, and so nothing of what follows."),
    Rule("EDG-04", "An inviter who vanishes is omitted; the referral is kept, marked as deleted."),
    Rule("ERR-03", "An unresolved deferred link is silent; standard onboarding proceeds."),
    Rule("PRV-02", "The server resolves an attribution, and only from an installed app."),
    Rule("P-DDL-03", "After onboarding a new user arrives at the place the invite was about."),
    Rule("P-DDL-06", "Failed attribution falls back to generic onboarding, with a log line."),
    Rule("P-EDG-12", "When attribution fails the user sees generic onboarding, developers a log."),
  ]
}

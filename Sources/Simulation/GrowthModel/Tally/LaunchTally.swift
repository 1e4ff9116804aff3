import Onboarding

/// First launches, and how far newcomers came.
public struct LaunchTally: Sendable, Hashable {
  public internal(set) var organic = 0
  /// Caused by an invite, whoever is credited.
  public internal(set) var invited = 0
  public internal(set) var alreadyThere = 0
  public internal(set) var signedUp = 0
  public internal(set) var verified = 0
  /// Whom an invite led to the install and who were accepted: as the profile means it, and as the
  /// design document does, which is to sign up within seven days of the sending.
  public internal(set) var accepted = 0
  public internal(set) var signedUpInWeek = 0
  /// Newcomers who were shown why the app wants contacts, and those of them who allowed it.
  public internal(set) var explained = 0
  public internal(set) var granted = 0
  /// Who came home and found something to clean up there, or only the checklist of their policy; and
  /// who took the primary action, in the same order.
  public internal(set) var offered = [0, 0]
  public internal(set) var acted = [0, 0]
  public internal(set) var firstValue = 0
  public internal(set) var secondsToFirstValue = 0.0
  /// In seconds from the first launch; of those whom an invite led to the install, also from the tap.
  public internal(set) var toFirstValue = Spread()
  public internal(set) var invitedToFirstValue = Spread()
  public internal(set) var tapToFirstValue = Spread()
  /// First values within the profile's budget, by the profile's clock, and after it.
  public internal(set) var valueInTime = 0
  public internal(set) var valueLate = 0
  public internal(set) var home = 0
  /// Those of them with an account.
  public internal(set) var signedUpHome = 0
  public internal(set) var invitedHome = 0
  /// Whom an invite brought home, whoever is credited.
  public internal(set) var causedHome = 0
  /// Who saw first value after an invite led to the install.
  public internal(set) var causedFirstValue = 0
  /// By the screen that newcomers saw last who left before home.
  public internal(set) var leftAt = [Int](repeating: 0, count: JourneyScreen.allCases.count)
}

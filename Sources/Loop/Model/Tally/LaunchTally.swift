import Onboarding

/// Launches, and the steps that newcomers reached.
public struct LaunchTally: Sendable, Hashable {
  public internal(set) var organic = 0
  /// Launches that an invite caused, whether or not its sender is credited.
  public internal(set) var invited = 0
  public internal(set) var alreadyThere = 0
  public internal(set) var signedUp = 0
  public internal(set) var verified = 0
  /// Invited newcomers who accepted: by the profile's definition, and by the design document's, a
  /// sign-up within seven days of the sending.
  public internal(set) var accepted = 0
  public internal(set) var signedUpInWeek = 0
  /// Newcomers who saw the explainer for contacts, and those who then allowed access.
  public internal(set) var explained = 0
  public internal(set) var granted = 0
  /// Newcomers with a clean-up card at home or only a checklist, and those who took the primary
  /// action, in the same order.
  public internal(set) var offered = [0, 0]
  public internal(set) var acted = [0, 0]
  public internal(set) var firstValue = 0
  public internal(set) var millisecondsToFirstValue = 0
  /// Times to first value in seconds: from the launch, and of invited newcomers also from the tap.
  public internal(set) var toFirstValue = Spread()
  public internal(set) var invitedToFirstValue = Spread()
  public internal(set) var tapToFirstValue = Spread()
  /// First values within the profile's budget, by the profile's clock, and later ones.
  public internal(set) var valueInTime = 0
  public internal(set) var valueLate = 0
  public internal(set) var home = 0
  /// Newcomers at home with an account.
  public internal(set) var signedUpHome = 0
  public internal(set) var invitedHome = 0
  /// Newcomers at home whom an invite brought, credited or not.
  public internal(set) var causedHome = 0
  /// Invited newcomers who saw first value.
  public internal(set) var causedFirstValue = 0
  /// Newcomers who left before home, by their last screen.
  public internal(set) var leftAt = [Int](repeating: 0, count: JourneyScreen.allCases.count)
}

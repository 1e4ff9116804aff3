import Vocabulary
import GrowthloopModel
import Onboarding

extension Metric {
  /// The progress of newcomers.
  static let onboarding: [Metric] =
    [
      .share(
        "onboarding.completion", "Onboarding completed", "of first launches",
        "The share of first launches after which the newcomer reached home.",
        "KPI-04", "P-DSH-01", target: .above(0.8, "KPI-04")
      ) { ($0.tally.launches.home, $0.launches) },
      .share(
        "onboarding.invitedCompletion", "Onboarding completed by invited", "of invited launches",
        "The share of first launches that an invite led to after which the newcomer reached home.",
        "KPI-04", "KPI-08"
      ) { ($0.tally.launches.causedHome, $0.tally.launches.invited) },
      .share(
        "onboarding.organicCompletion", "Onboarding completed by others", "of organic launches",
        "The share of first launches that no invite led to after which the newcomer reached home.",
        "KPI-04", "KPI-08"
      ) { ($0.tally.launches.home - $0.tally.launches.causedHome, $0.tally.launches.organic) },
      .share(
        "onboarding.verified", "Phone verified", "of first launches",
        "The share of first launches after which the newcomer verified a phone number; a launch "
          + "stands for the install, which no event reports.",
        "FMX-01", "FMX-08"
      ) { ($0.tally.launches.verified, $0.launches) },
      .share(
        "onboarding.signedUp", "Signed up", "of first launches",
        "The share of first launches after which the newcomer had an account."
      ) { ($0.tally.launches.signedUp, $0.launches) },
      .share(
        "onboarding.grantShare", "Contacts allowed", "of newcomers shown the explainer",
        "Newcomers who allowed access to contacts in the first run, per newcomer who was shown why.",
        "FMX-02", "D-MET-05", target: .above(0.6, "D-MET-05")
      ) { ($0.tally.launches.granted, $0.tally.launches.explained) },
      .share(
        "onboarding.firstSession", "Home of signed up", "of newcomers signed up",
        "The share of newcomers who signed up that reached home.", "FMX-04"
      ) { ($0.tally.launches.signedUpHome, $0.tally.launches.signedUp) },
    ]
    + JourneyScreen.allCases.map { screen in
      let place = Int(screen.ordinal)
      return .count(
        "onboarding.leftAt.\(screen)", "Left at \(screen)", "newcomers",
        "Newcomers who never reached home and saw \(screen) last.", "FMX-04"
      ) { $0.tally.launches.leftAt[place] }
    }
}

import GrowthModel

extension Metric {
  /// How far newcomers come.
  static let onboarding: [Metric] = [
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
      "onboarding.verified", "Phones verified", "of first launches",
      "The share of first launches after which the phone was verified; a launch stands for the "
        + "install.",
      "FMX-01", "FMX-08"
    ) { ($0.tally.launches.verified, $0.launches) },
    .share(
      "onboarding.grantShare", "Contacts allowed", "of verified newcomers",
      "The share of newcomers with a verified phone who allowed access to contacts.",
      "FMX-02", "D-MET-05", target: .above(0.6, "D-MET-05")
    ) { ($0.tally.launches.contactsGranted, $0.tally.launches.verified) },
    .share(
      "onboarding.firstSession", "Home of verified", "of verified newcomers",
      "The share of newcomers with a verified phone who reached home.", "FMX-04"
    ) { ($0.tally.launches.home, $0.tally.launches.verified) },
  ]
}

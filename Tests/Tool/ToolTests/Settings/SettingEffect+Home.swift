@testable import GrowthloopDecisions

extension SettingEffect {
  static let home =
    [
      "home.defaultGrouping=byCircle", "home.collapsePersistence=launch", "home.scoreCardHours=2",
      "home.tabBadgeCounts=allItems", "home.rowSubtitle=none", "home.multiSelectEntry=none",
      "prompts.cardPosition=none", "prompts.cardCountsTowardSectionLimit=false",
    ].map { SettingEffect($0, in: .decide("home", HomeSubject.example)) } + crowded

  private static let crowded = [
    "prompts.cardPosition=afterNeedsAttention", "prompts.cardCountsTowardSectionLimit=false",
  ].map { SettingEffect($0, given: "use.crowdedHome=50%", in: .elsewhere) }
}

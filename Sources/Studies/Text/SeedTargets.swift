import Statistics

/// The targets of the documents that cannot hold together, in figures (KPI-09).
public enum SeedTargets {
  /// The monthly result of the send rate and the conversion in the `rin` documents.
  public static let floorPerMonth = 1.5 * 30 / 100
  /// The active months after which these floors reach the coefficient of the target.
  public static let monthsToTarget = 0.5 / floorPerMonth
  /// The invites per sender for the same coefficient.
  ///
  /// It uses the proportion of senders and the conversion in the product document.
  public static let invitesPerSender = 0.5 / (0.15 * 0.25)

  /// The contradiction in sentences.
  public static let sentences = [
    "1.5 invites per active member and month (KPI-02) × 30% conversion (KPI-03) = "
      + "\(NumberText.decimal(floorPerMonth, 2)) newcomers per active member and month: below the "
      + "viral coefficient of 0.5 (KPI-01).",
    "Both floors reach it only over \(NumberText.decimal(monthsToTarget, 2)) active months, or with "
      + "\(NumberText.decimal(0.5 / 0.30, 2)) invites a month, or at a conversion of "
      + "\(NumberText.percent(0.5 / 1.5)).",
    "15% of active members sending (P-MET-01) × 25% conversion (P-MET-03) takes "
      + "\(NumberText.decimal(invitesPerSender, 1)) invites per sender for the same coefficient.",
  ]
}

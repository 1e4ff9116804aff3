extension Metric {
  /// The measures of the catalogue that no metric here answers, each with the reason.
  public static let unanswered: [(id: String, reason: String)] = [
    ("D-MET-03", "needs the time from a member's invite to their next session"),
    ("D-MET-07", "taps on screens are counted by the sharing flows, not by the model"),
    ("D-MET-08", "latency is measured by the load generator"),
    ("D-MET-09", "store ratings are not modelled"),
    ("D-MET-10", "an uninstall is not told from staying away; retention by origin stands in"),
    ("FMX-05", "actions on cards are not modelled"),
    ("P-MET-06", "the targets are due eight weeks after launch: read the days of the series"),
    ("P-DSH-06", "crashes and support tickets are not modelled"),
  ]
}

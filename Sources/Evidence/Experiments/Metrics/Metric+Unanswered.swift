extension Metric {
  /// The measures of the catalogue that a simulation does not answer, or only in part.
  ///
  /// Each has the reason beside it.
  public static let unanswered: [(id: String, reason: String)] = [
    (
      "D-MET-08",
      "the latency of the service is measured by the load generator; here it is given, as "
        + "sharing.linkTime"
    ),
    ("D-MET-09", "ratings and reviews are not modelled; recipients.complaints stands in for them"),
    ("P-DSH-06", "crashes and support tickets are not modelled; the funnel stands in the days"),
  ]
}

import GrowthloopFindings
import Statistics

extension UncertainInputs {
  /// What draws of the inputs do to the metrics, in a sentence each.
  var blocks: [Block] {
    guard !metrics.isEmpty else { return [] }
    return [
      .table(
        Table(
          [
            Table.Column("over \(draws) draws of \(posterior)"), .number("middle"),
            "nineteen in twenty",
            "of the variance from inputs",
          ],
          metrics.map { row in
            let text = row.variant == nil ? row.style.text : row.style.signed
            return [
              row.variant.map { "\(row.metric), \($0)" } ?? row.metric, text(row.median),
              "\(text(row.low)) to \(text(row.high))", row.share.textWithInterval,
            ]
          })),
      .paragraph(
        "Each replication has a draw of its own. Every interval here is where nineteen in twenty "
          + "replications lie: it holds what is not known of the inputs and chance, and more replications "
          + "do not narrow it. The last column is the share of the inputs, from a second run of every "
          + "draw with other random numbers. Data lessen it; a larger market lessens the rest."),
    ]
  }
}

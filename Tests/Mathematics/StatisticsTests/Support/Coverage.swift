import Statistics
import Testing

/// Checks that something happened as often as it should, within what luck allows: four standard
/// errors.
func expect(
  share happened: Int, of trials: Int, toBe chance: Double,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let error = (chance * (1 - chance) / Double(trials)).squareRoot()
  let share = Double(happened) / Double(trials)
  #expect(
    (share - chance).magnitude <= 4 * error, "\(share) is not \(chance) ± 4 · \(error)",
    sourceLocation: sourceLocation)
}

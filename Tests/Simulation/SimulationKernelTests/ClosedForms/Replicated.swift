import SimulationKernel

/// Returns the outcomes of so many replications, run by two workers.
func replicated<Outcome: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (Int) throws -> Outcome
) async throws -> [Outcome] {
  var outcomes: [Outcome] = []
  try await Replications.run(count, workers: 2, body) { _, outcome in
    outcomes.append(outcome)
    return true
  }
  return outcomes
}

/// A rollout in a small and busy town, as a scenario.
enum SmallRollout {
  static let text = """
    title: A small rollout
    days: 60
    replications: 2
    market: {people: 2_000, communitySize: 100}
    arrivals: {seeds: 500, organicPerDay: 10}
    use: {retentionMeans: stay, retention: {1: 90%, 14: 80%, 30: 70%}}
    sharing: {visit: 60%}
    rollout:
      starts: 5
      ramps: 100
      guardrails:
        - {metric: flow.sheetCompletion, rule: pocock}
      heldAtMost: 1
      defect: {sharing: {complete: 50%}}

    """
}

/// The text of a first scenario.
enum FirstScenario {
  /// Returns the scenario with these answers, in the notation of scenarios.
  static func text(_ answers: [String: String]) -> String {
    func answer(_ key: String) -> String { answers[key] ?? "" }
    return """
      # A scenario of growthloop: which rules hold, how people behave, how long to look.
      # Every key that is not here has a default: 'growthloop schema --reference' lists them all.

      title: \(quoted(answer("title")))
      question: What becomes of the invite loop with our own numbers?

      # Which document decides where they differ: rin, product or design.
      # 'growthloop profiles --differing' compares them.
      profile: \(answer("profile"))

      # The same seed gives the same bytes. More replications give narrower intervals.
      seed: 1
      replications: 16
      days: \(answer("days"))

      market:
        # Everybody who could ever join.
        people: \(answer("people"))

      arrivals:
        # Members at the start, and newcomers a day whom no invite brought.
        seeds: \(answer("members"))
        organicPerDay: \(answer("newcomers"))

      # Numbers of your own, with what they rest on: A is a primary source, B a benchmark, C derived,
      # D assumed. A number without a source counts as assumed.
      #recipients:
      #  tap: {value: 35%, source: our own beta of last March, grade: A}

      # Settings that differ from the profile: 'growthloop profiles prompts' lists those of prompts.
      #policy:
      #  prompts.lifetimeMax: 1

      # What must hold for 'growthloop simulate' to end with exit code 0, not 1.
      #gates:
      #  - sends.senderShare > 10%

      """
  }

  /// Quotes text for YAML.
  static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}

public import GrowthloopModel
import Invites
import Vocabulary

extension Odds: ScenarioSection where Name: RawRepresentable<String> {
  public static var fields: [Field<Odds>] {
    Name.allCases.map { name in
      .parameter(
        name.rawValue, \.[name], .odds,
        "The factor on the odds of a tap for \(name.rawValue): 1 leaves them as they are.")
    }
  }
}

extension ValueFormat<Double> {
  /// The format of a factor on odds.
  static var odds: ValueFormat { .real(0.001...1_000) }
}

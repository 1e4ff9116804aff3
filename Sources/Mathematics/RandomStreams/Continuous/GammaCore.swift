/// The gamma distribution of scale 1 for shapes from 1, and for a smaller one that of a shape
/// greater by 1, which a number to the power of 1/shape completes (Marsaglia and Tsang, 2000).
@usableFromInline
@frozen
struct GammaCore: Hashable, BitwiseCopyable {
  @usableFromInline let centre: Double
  @usableFromInline let spread: Double

  init(shape: Double) {
    centre = (shape < 1 ? shape + 1 : shape) - 1.0 / 3
    spread = 1 / (9 * centre).squareRoot()
  }

  @inlinable
  func sample(using generator: inout some RandomNumberGenerator) -> Double {
    while true {
      let deviate = Double.normalQuantile(generator.openUniform())
      let chance = generator.openUniform()
      let root = 1 + spread * deviate
      guard root > 0 else { continue }
      let cube = root * root * root
      let square = deviate * deviate
      // The first condition implies the second, and nearly always spares its logarithms.
      if chance < 1 - 0.0331 * square * square
        || Double.log(chance) < 0.5 * square + centre * (1 - cube + Double.log(cube))
      {
        return centre * cube
      }
    }
  }
}

/// The hat of the transformed rejection method, in which most proposals need no logarithm:
/// "The transformed rejection method for generating Poisson random variables" and "The generation
/// of binomial random variates" of Hörmann (1993).
@usableFromInline
@frozen
struct TransformedRejection: Hashable, BitwiseCopyable {
  /// The centre of the hat.
  @usableFromInline let centre: Double
  /// The parameter of its tails.
  @usableFromInline let tail: Double
  /// The width of the hat.
  @usableFromInline let width: Double
  /// Up to here a proposal near the centre lies below the probabilities for sure.
  @usableFromInline let sure: Double
  /// The factor of the hat.
  @usableFromInline let scale: Double

  /// Algorithm PTRS, for means from 10.
  init(poisson mean: Double) {
    width = 0.931 + 2.53 * mean.squareRoot()
    tail = -0.059 + 0.02483 * width
    centre = mean + 0.43
    sure = 0.9277 - 3.6224 / (width - 2)
    scale = 1.1239 + 1.1328 / (width - 3.4)
  }

  /// Algorithm BTRS, for `count` · `probability` from 10 and probabilities up to one half.
  init(binomial count: Double, _ probability: Double) {
    let deviation = (count * probability * (1 - probability)).squareRoot()
    width = 1.15 + 2.53 * deviation
    tail = -0.0873 + 0.0248 * width + 0.01 * probability
    centre = count * probability + 0.5
    sure = 0.92 - 4.2 / width
    scale = (2.83 + 5.1 / width) * deviation
  }

  /// Returns a whole number, which is the value if it is sure, and otherwise if the threshold is at
  /// most its probability (of PTRS; of BTRS as a proportion of the most likely one's).
  @inlinable
  func propose(
    using generator: inout some RandomNumberGenerator
  ) -> (value: Double, isSure: Bool, threshold: Double) {
    let place = generator.openUniform() - 0.5
    let height = generator.openUniform()
    let inside = 0.5 - place.magnitude
    let value = floor((2 * tail / inside + width) * place + centre)
    let isSure = inside >= 0.07 && height <= sure
    return (value, isSure, height * scale / (tail / (inside * inside) + width))
  }

  /// The greatest whole number up to `x`, without a call into the C library.
  @inlinable
  func floor(_ x: Double) -> Double {
    guard x.magnitude < 0x1p52 else { return x }
    let whole = Double(Int64(x))
    return whole > x ? whole - 1 : whole
  }
}

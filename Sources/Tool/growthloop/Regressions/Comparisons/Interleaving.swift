internal import RandomStreams

/// The order in which two builds run: both in every round, each first in every other round.
///
/// A disturbance of the machine affects both builds, and neither has the advantage of the first
/// place. Of each two rounds, a random draw decides which build begins the former; the other begins
/// the latter: A B B A, or B A A B. The same seed gives the same order.
public struct Interleaving: Sendable, Hashable {
  private let stream: RandomStream

  private enum Purpose: UInt32 { case order = 0x6F72_6472 }

  public init(seed: UInt64) {
    stream = RandomSource(seed: seed).stream(for: Purpose.order)
  }

  /// Returns both builds in the order of the round of this number, counted from 0.
  public func order(inRound round: Int) -> [Build] {
    let isBaselineFirst = stream.words(UInt64(round / 2)).low & 1 == UInt64(round % 2)
    return isBaselineFirst ? [.baseline, .candidate] : [.candidate, .baseline]
  }
}

/// One of the two compared builds.
public enum Build: String, Sendable, Hashable, CaseIterable {
  /// The previous build.
  case baseline
  /// The build that is to replace it.
  case candidate
}

internal import RandomStreams

/// The order in which two builds run: both in every round, so that whatever befalls the machine befalls
/// both, and each first in every other round, so that being first is no one's luck.
///
/// Of each two rounds chance says which build begins the former; the other begins the latter: A B B A,
/// or B A A B. The same seed gives the same order.
public struct Interleaving: Sendable, Hashable {
  private let stream: RandomStream

  private enum Purpose: UInt32 { case order = 0x6F72_6472 }

  public init(seed: UInt64) {
    stream = RandomSource(seed: seed).stream(for: Purpose.order)
  }

  /// Both builds in the order of the round of this number, counted from 0.
  public func order(inRound round: Int) -> [Build] {
    let isBaselineFirst = stream.words(UInt64(round / 2)).low & 1 == UInt64(round % 2)
    return isBaselineFirst ? [.baseline, .candidate] : [.candidate, .baseline]
  }
}

/// One of the two that are compared.
public enum Build: String, Sendable, Hashable, CaseIterable {
  /// What there was before.
  case baseline
  /// What is to take its place.
  case candidate
}

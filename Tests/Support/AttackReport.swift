import Foundation

/// What `make attack` asks for: more of everything, and how much it was.
public enum AttackReport {
  /// Whether this run is one of `make attack`.
  public static let isWanted = ProcessInfo.processInfo.environment["GROWTHLOOP_ATTACK"] != nil

  /// So many in an attack, and so many otherwise.
  public static func count(_ most: Int, usually few: Int) -> Int { isWanted ? most : few }

  /// Says how much was tried, and what came of it, in an attack.
  public static func tell(_ words: @autoclosure () -> String) {
    if isWanted { print("attack: \(words())") }
  }
}

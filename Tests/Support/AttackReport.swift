public import Foundation

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

/// What is written down to compare with, in the folders `Golden`.
public enum Golden {
  /// Returns what is written in `file`, which `make golden` writes anew as `text`.
  public static func text(_ file: URL, now text: String) throws -> String {
    if ProcessInfo.processInfo.environment["GROWTHLOOP_WRITE_GOLDEN"] != nil {
      try Data(text.utf8).write(to: file)
    }
    return try String(contentsOf: file, encoding: .utf8)
  }
}

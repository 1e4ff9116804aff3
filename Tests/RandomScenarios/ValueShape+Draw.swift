import Foundation
import GrowthloopPlans
import TestSupport
import Vocabulary

extension ValueShape {
  /// Returns a value of this shape as a file spells it, at most `most`; `nil` where none is known.
  func draw(upTo most: Double, _ chance: inout SeededChance) -> String? {
    switch self {
    case .scalar(let shape): return shape.draw(upTo: most, &chance)
    case .either(let shapes):
      return shapes.randomElement(using: &chance)?.draw(upTo: most, &chance)
    case .optional(let shape):
      return Int.random(in: 0..<5, using: &chance) == 0
        ? "none" : shape.draw(upTo: most, &chance)
    case .evidence(let shape): return shape.draw(upTo: most, &chance)
    case .section(let fields):
      // Any of its keys, as `{mean: 2d}`.
      let some = fields.filter { _ in Bool.random(using: &chance) }
      let entries = some.compactMap { field in
        field.shape.draw(upTo: most, &chance).map { "\(field.key): \($0)" }
      }
      return "{\(entries.joined(separator: ", "))}"
    case .list(let shape, let counts):
      let count = Int.random(
        in: counts.lowerBound...max(counts.lowerBound, min(4, counts.upperBound)), using: &chance)
      let elements = (0..<count).compactMap { _ in shape.draw(upTo: most, &chance) }
      return "[\(elements.joined(separator: ", "))]"
    case .table, .anything, .settings: return nil
    }
  }
}

extension TextShape {
  /// Returns a value of this shape as files and the command line take it, at most `most`.
  func draw(upTo most: Double, _ chance: inout SeededChance) -> String? {
    switch self {
    case .choice(let words): return words.randomElement(using: &chance)
    case .flag: return ["true", "false"].randomElement(using: &chance)
    case .integer(let range):
      let limit = range.upperBound == .max ? 1_000_000 : range.upperBound
      let last = most < Double(limit) ? Int(most) : limit
      return "\(RandomScenario.spread(range.lowerBound, max(range.lowerBound, last), &chance))"
    case .real(let least, _, let greatest):
      return RandomText.real(from: least ?? 0, to: min(most, greatest ?? 1_000), &chance)
    case .share(let range): return RandomText.share(range, &chance)
    case .time(let bare):
      return bare != nil && Bool.random(using: &chance)
        ? "\(RandomScenario.spread(bare ?? 0, 400, &chance))" : RandomText.time(&chance)
    case .either(let shapes):
      return shapes.randomElement(using: &chance)?.draw(upTo: most, &chance)
    case .list(let shape):
      let elements = (0..<Int.random(in: 0...4, using: &chance)).compactMap { _ in
        shape.draw(upTo: most, &chance)
      }
      return elements.isEmpty ? "none" : elements.joined(separator: ",")
    case .text(_, let examples): return examples.randomElement(using: &chance)
    case .words: return nil
    }
  }
}

/// Random values as files spell them.
enum RandomText {
  /// A number: an edge, or of any order of magnitude.
  static func real(from least: Double, to most: Double, _ chance: inout SeededChance) -> String {
    let most = max(least, most)
    switch Int.random(in: 0..<6, using: &chance) {
    case 0: return plain(least)
    case 1: return plain(most)
    case 2: return plain(Double.random(in: least...most, using: &chance))
    default:
      let small = pow(10, Double.random(in: -6...0, using: &chance))
      return plain(least + (most - least) * small)
    }
  }

  static func share(_ range: ClosedRange<Double>, _ chance: inout SeededChance) -> String {
    real(from: range.lowerBound, to: range.upperBound, &chance)
  }

  static func time(_ chance: inout SeededChance) -> String {
    let unit = ["ms", "s", "m", "h", "d"].randomElement(using: &chance) ?? "d"
    return "\(RandomScenario.spread(0, unit == "d" ? 400 : 5_000, &chance))\(unit)"
  }

  /// The number without an exponent.
  private static func plain(_ number: Double) -> String {
    let millionths = (number * 1e6).rounded() / 1e6
    let text = "\(millionths)"
    return text.contains("e") ? (number < 1 ? "0" : "\(Int(min(number, 1e15)))") : text
  }
}

import Onboarding
import Vocabulary

/// A change of a user's circles, as a case of circles describes it.
struct CircleChange {
  enum Kind: String, CaseIterable {
    case add, delete, rename, place, remove, undo, connect, setDefault, override, reset, tighten
  }

  let kind: Kind
  private var circle = ""
  private var newName = ""
  private var person = PrincipalID(rawValue: 0)
  private var field = ProfileField(rawValue: "")
  private var access = FieldAccess.ask

  init(reading reader: CaseReader, people: inout TextNumbers) {
    kind = reader.choice("type", Kind.self)
    switch kind {
    case .add, .delete, .rename, .place, .remove, .undo, .override, .reset:
      circle = reader.name("circle")
    case .connect, .setDefault, .tighten: break
    }
    switch kind {
    case .place, .remove, .undo, .connect: person = people.principal(reader.name("person"))
    case .setDefault, .override, .reset: field = ProfileField(rawValue: reader.name("field"))
    case .rename: newName = reader.name("to")
    case .add, .delete, .tighten: break
    }
    if kind == .setDefault || kind == .override {
      access = reader.choice("access", FieldAccess.self)
    }
  }

  /// Makes the change; without a matrix every change of access is refused.
  func apply(to book: inout CircleBook, _ matrix: inout AccessMatrix?) -> CircleDecision {
    switch kind {
    case .add: return book.add(circle: circle)
    case .delete: return book.delete(circle)
    case .rename: return book.rename(circle, to: newName)
    case .place: return book.place(.principal(person), in: circle, because: .addedByUser)
    case .remove: return book.remove(.principal(person), from: circle)
    case .undo: return book.undoPlacement(of: .principal(person), in: circle)
    case .connect: return book.connect(person)
    case .setDefault, .override, .reset, .tighten: break
    }
    guard matrix != nil else { return .refused(because: .noAccessControl) }
    if kind == .override, book[circle] == nil { return .refused(because: .noSuchCircle) }
    switch kind {
    case .setDefault: matrix?.setDefault(access, for: field)
    case .override: matrix?.override(access, of: field, for: circle)
    case .reset: matrix?.removeOverride(of: field, for: circle)
    default: matrix?.tighten()
    }
    return .done
  }
}

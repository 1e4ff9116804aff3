import GrowthloopFindings
import Onboarding
import Profiles
import Vocabulary

/// The subject `circles`: the circles of one user, and who may see which field of the profile.
enum CircleSubject: Subject {
  static let name = "circles"
  static let summary = "the circles of a user, who is in them and why, and who may see which field"
  static let example = """
    {"id": 1, "sharing": "Ask", "fields": ["phone"], "events": [\
    {"type": "connect", "person": "bob"}, {"type": "add", "circle": "Climbing"}, \
    {"type": "override", "circle": "Climbing", "field": "phone", "access": "Allow"}, \
    {"type": "delete", "circle": "Public"}]}
    """
  static let contract = """
    A case:  {"id", "sharing", "fields", "events": [{"type", …}]}, events in order.
      sharing  the user's choice for every field and circle:
               \(words(of: FieldAccess.self, at: 11))
      fields   the names of the fields that the answer is about
      type     add | delete ("circle"); rename ("circle", "to"); place | remove | undo ("circle",
               "person"); connect ("person"): by an invite; setDefault ("field", "access");
               override ("circle", "field", "access"); reset ("circle", "field"); tighten
    Answer:  {"id", "circles": [{"circle", "standing", "members": [{"person", "because"}]}],
             "access"?: [{"circle", "field", "access"}], "steps": [{"type", "decision": "done" |
             "refused", "because"?, "rule"}]}
      standing \(words(of: Circle.Standing.self, at: 11))
      because  \(words(of: CircleDecision.Reason.self, at: 11))
      access   absent where the profile controls none by circle ('circles.accessControl')
    """

  private struct Answer: Encodable {
    let id: JSONValue
    let circles: [CircleAnswer]
    let access: [AccessAnswer]?
    let steps: [StepAnswer]
  }

  private struct CircleAnswer: Encodable {
    let circle: String
    let standing: String
    let members: [MemberAnswer]
  }

  private struct MemberAnswer: Encodable {
    let person: String
    let because: String
  }

  private struct AccessAnswer: Encodable {
    let circle: String
    let field: String
    let access: String
  }

  private struct StepAnswer: Encodable {
    let type: String
    let decision: String
    let because: String?
    let rule: String?
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let sharing = reader.choice("sharing", FieldAccess.self)
    let fields = reader.texts("fields").map { ProfileField(rawValue: $0) }
    var people = TextNumbers()
    let changes = reader.list("events") { CircleChange(reading: $0, people: &people) }
    try reader.finish()

    let policy = rules.profile.circles
    var book = CircleBook(startingWith: policy)
    var matrix = policy.accessMatrix(global: sharing)
    let steps = changes.map { change in
      let decision = change.apply(to: &book, &matrix)
      return switch decision {
      case .done: StepAnswer(type: change.kind.rawValue, decision: "done", because: nil, rule: nil)
      case .refused(let reason):
        StepAnswer(
          type: change.kind.rawValue, decision: "refused", because: reason.rawValue,
          rule: reason.rule.description)
      }
    }
    return Answer(
      id: id, circles: book.circles.map { answer($0, people) },
      access: matrix.map { matrix in
        book.circles.flatMap { circle in
          fields.map { field in
            AccessAnswer(
              circle: circle.name, field: field.rawValue, access: matrix[field, circle.name].text)
          }
        }
      }, steps: steps)
  }

  private static func answer(_ circle: Circle, _ people: TextNumbers) -> CircleAnswer {
    // A case has accounts alone, each by the number of its name.
    let members = circle.members.compactMap { member, why in
      if case .principal(let principal) = member { (principal.rawValue, why) } else { nil }
    }.sorted { $0.0 < $1.0 }
    return CircleAnswer(
      circle: circle.name, standing: circle.standing.rawValue,
      members: members.map {
        MemberAnswer(person: people.text($0.0), because: $0.1.explanation)
      })
  }
}

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

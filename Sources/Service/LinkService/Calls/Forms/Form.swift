package import Attribution
package import GrowthloopFindings
package import Invites
package import Vocabulary

/// The form of a JSON value that represents a value of Swift.
package struct Form<Value>: Sendable {
  package let shape: Shape
  let read: @Sendable (JSONValue) -> Value?
  let write: @Sendable (Value) -> JSONValue
}

extension Form<String> {
  /// Returns the form of text that users type.
  package static func text(longest: Int) -> Form { words(.text(longest: longest)) }
  package static func personName(longest: Int) -> Form { words(.personName(longest: longest)) }
  package static func visible(longest: Int) -> Form { words(.visible(longest: longest)) }
  package static var word: Form { words(.word) }
  package static func choice(_ choices: [String], named name: String? = nil) -> Form {
    words(.choice(choices, name: name))
  }

  private static func words(_ shape: Shape) -> Form {
    Form(shape: shape, read: { $0.word }, write: { .text($0) })
  }
}

extension Form where Value: CaseIterable & RawRepresentable<String> & SendableMetatype {
  /// Returns the form of a word of an enumeration, or of some of its cases.
  ///
  /// A name describes it once where several objects have it, or others under the same key.
  package static func choice(
    of type: Value.Type, from cases: [Value] = Array(Value.allCases), named name: String? = nil
  ) -> Form {
    Form(
      shape: .choice(cases.map(\.rawValue), name: name),
      read: { $0.word.flatMap { Value(rawValue: $0) } }, write: { .text($0.rawValue) })
  }
}

extension Form<OpaqueID> {
  package static var opaqueName: Form<OpaqueID> {
    Form(
      shape: .opaqueName, read: { $0.word.flatMap { OpaqueID($0) } }, write: { .text($0.text) })
  }
}

extension Form<PrincipalID> {
  package static var user: Form<PrincipalID> {
    Form(
      shape: .user, read: { $0.word.flatMap { OpaqueID($0)?.principal } },
      write: { .text(OpaqueID($0).text) })
  }
}

extension Form<E164Number> {
  package static var phone: Form<E164Number> {
    Form(
      shape: .phone, read: { $0.word.flatMap { E164Number($0) } }, write: { .text($0.text) })
  }
}

extension Form<EmailAddress> {
  package static var emailAddress: Form<EmailAddress> {
    Form(
      shape: .emailAddress, read: { $0.word.flatMap { EmailAddress($0) } },
      write: { .text($0.text) })
  }
}

extension Form<Instant> {
  package static var moment: Form<Instant> {
    Form(
      shape: .moment, read: { $0.word.flatMap { Instant(rfc3339: $0) } },
      write: { .text($0.iso8601) })
  }
}

extension Form<Bool> {
  package static var flag: Form {
    Form(
      shape: .flag, read: { if case .bool(let flag) = $0 { flag } else { nil } },
      write: { .bool($0) })
  }
}

extension Form<Int64> {
  package static func integer(_ range: ClosedRange<Int64>) -> Form {
    Form(shape: .integer(range), read: { $0.wholeNumber }, write: { .integer($0) })
  }
}

extension Form<Int> {
  package static var count: Form {
    Form(
      shape: .count, read: { $0.wholeNumber.flatMap { Int(exactly: $0) } },
      write: { .integer(Int64($0)) })
  }
}

extension Form<Double> {
  package static var number: Form {
    Form(shape: .number, read: { $0.amount }, write: { .number($0) })
  }
}

extension Form<Members> {
  /// Returns the form of an object, which the OpenAPI document describes under `name`.
  package static func object<each Member>(
    _ name: String, _ fields: repeat FormField<each Member>
  ) -> Form {
    var members: [Shape.Member] = []
    repeat members.append((each fields).member)
    return Form(
      shape: .object(members, name: name),
      read: { if case .object(let values) = $0 { Members(values: values) } else { nil } },
      write: { $0.json })
  }
}

extension Form {
  package func list(longest: Int) -> Form<[Value]> {
    let (read, write) = (read, write)
    return Form<[Value]>(
      shape: .list(shape, longest: longest), read: { $0.elements.compactMap(read) },
      write: { .array($0.map(write)) })
  }

  package var orNull: Form<Value?> {
    let (read, write) = (read, write)
    return Form<Value?>(
      shape: .orNull(shape), read: { $0 == .null ? .some(nil) : read($0) },
      write: { $0.map(write) ?? .null })
  }
}

/// A member of a JSON object, with the form of its value.
package struct FormField<Value>: Sendable {
  package let name: String
  package let form: Form<Value>
  let isRequired: Bool
  let meaning: String?

  package static func required(
    _ name: String, _ form: Form<Value>, _ meaning: String? = nil
  ) -> FormField {
    FormField(name: name, form: form, isRequired: true, meaning: meaning)
  }

  package static func optional(
    _ name: String, _ form: Form<Value>, _ meaning: String? = nil
  ) -> FormField {
    FormField(name: name, form: form, isRequired: false, meaning: meaning)
  }

  var member: Shape.Member {
    Shape.Member(name: name, shape: form.shape, isRequired: isRequired, meaning: meaning)
  }

  /// Returns the field with a value.
  package func callAsFunction(_ value: Value) -> FieldValue {
    FieldValue(name: name, value: form.write(value))
  }
}

/// A field of an object that is being written.
package struct FieldValue {
  let name: String
  let value: JSONValue
}

/// The members of a JSON object, read and written by their fields.
package struct Members: Sendable {
  package let values: [String: JSONValue]

  package init(values: [String: JSONValue]) {
    self.values = values
  }

  /// Creates an object of these fields; `nil` leaves one out.
  package init(_ fields: FieldValue?...) {
    self.init(fields)
  }

  package init(_ fields: [FieldValue?]) {
    var values: [String: JSONValue] = [:]
    for case let field? in fields { values[field.name] = field.value }
    self.values = values
  }

  /// Creates the members of `value`; empty where it is no object.
  package init(_ value: JSONValue?) {
    if case .object(let values)? = value { self.values = values } else { values = [:] }
  }

  /// The value of a field; `nil` where it is missing or has another form.
  package subscript<Value>(field: FormField<Value>) -> Value? {
    values[field.name].flatMap(field.form.read)
  }

  /// The value of a field; `nil` also where it is null.
  package subscript<Value>(field: FormField<Value?>) -> Value? {
    values[field.name].flatMap(field.form.read) ?? nil
  }

  /// Whether the field is there, with a value or null.
  package func has<Value>(_ field: FormField<Value>) -> Bool { values[field.name] != nil }

  package var json: JSONValue { .object(values) }
}

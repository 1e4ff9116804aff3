package import GrowthloopFindings

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

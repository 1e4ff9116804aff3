public import GrowthloopFindings

extension ValueFormat {
  /// Returns the format of a list of values, as many as `counts` allows.
  public static func list<Element: Sendable>(
    of inner: ValueFormat<Element>, _ counts: ClosedRange<Int> = 0...10_000
  ) -> ValueFormat<[Element]> where Value == [Element] {
    let many = counts.lowerBound > 0 ? " with at least \(counts.lowerBound)" : ""
    let expects = "a list of \(inner.expects)"
    return ValueFormat<[Element]>(
      expects: expects,
      shape: { _ in .list(inner.shape(nil), counts: counts) },
      encode: { .array($0.map(inner.encode)) },
      read: { node, place, _ in
        guard case .sequence(let elements) = node.content else {
          place.refuse(node, expecting: expects, remedy: "write it as [ …, … ]")
          return nil
        }
        guard counts.contains(elements.count) else {
          place.refuse(
            node,
            elements.count < counts.lowerBound
              ? "must be a list\(many), not of \(elements.count)"
              : "must be a list with at most \(counts.upperBound), not of \(elements.count)")
          return nil
        }
        let values = elements.enumerated().compactMap { index, element in
          inner.read(element, place.inside("[\(index)]"), nil)
        }
        return values.count == elements.count ? values : nil
      },
      parameters: { values, name, written in
        values.enumerated().flatMap { inner.parameters($1, "\(name)[\($0)]", written) }
      })
  }

  /// Returns the format of a mapping whose keys are names, any or only some; its order is kept.
  public static func table<Element: Sendable>(
    of inner: ValueFormat<Element>, named names: [String]? = nil
  ) -> ValueFormat<[Named<Element>]> where Value == [Named<Element>] {
    let expects = "a mapping from names to values"
    return ValueFormat<[Named<Element>]>(
      expects: expects,
      shape: { _ in .table(inner.shape(nil), names: names) },
      encode: { rows in .object(rows.map { OrderedJSON.Member($0.name, inner.encode($0.value)) }) },
      read: { node, place, start in
        guard let entries = node.entries else {
          place.refuse(node, expecting: expects)
          return nil
        }
        let rows = entries.compactMap { entry -> Named<Element>? in
          if let names, !names.contains(entry.key) {
            place.findings.addUnknown(entry, called: "\(place.name).\(entry.key)", among: names)
            return nil
          }
          let begun = start?.first { $0.name == entry.key }?.value
          return inner.read(entry.value, place.inside(".\(entry.key)"), begun).map {
            Named(entry.key, $0, at: entry.keyRange)
          }
        }
        return rows.count == entries.count ? rows : nil
      },
      parameters: { rows, name, written in
        rows.flatMap { inner.parameters($0.value, "\(name).\($0.name)", written) }
      })
  }
}

/// A value with its name in the file.
public struct Named<Value: Sendable>: Sendable {
  public var name: String
  public var value: Value
  /// The place of the name; `nil` without a file.
  public var place: SourceRange?

  public init(_ name: String, _ value: Value, at place: SourceRange? = nil) {
    self.name = name
    self.value = value
    self.place = place
  }
}

extension Named: Equatable where Value: Equatable {
  /// Compares names and values, wherever they were written.
  public static func == (left: Named, right: Named) -> Bool {
    left.name == right.name && left.value == right.value
  }
}

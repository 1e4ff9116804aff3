import GrowthloopFindings

extension ValueFormat where Value == CalibratedRange {
  /// The format of a range: `{from: 10%, to: 70%}`, or `{}`.
  static var calibratedRange: ValueFormat {
    let expects = "a range such as {from: 10%, to: 70%}"
    let keys = ["from", "to"]
    return ValueFormat(
      expects: expects, shape: { _ in .table(.anything, names: keys) },
      encode: { range in
        .object(
          zip(keys, [range.from, range.to]).compactMap { key, node in
            node.map { OrderedJSON.Member(key, .text($0.inOneLine)) }
          })
      },
      read: { node, place, _ in
        guard let entries = node.entries else {
          place.refuse(node, expecting: expects)
          return nil
        }
        var isSound = true
        for entry in entries where !keys.contains(entry.key) {
          place.findings.addUnknown(entry, called: "\(place.name).\(entry.key)", among: keys)
          isSound = false
        }
        let range = CalibratedRange(from: node["from"], to: node["to"])
        if (range.from == nil) != (range.to == nil), isSound {
          place.refuse(node, "has one end", remedy: "write both: {from: 10%, to: 70%}")
          isSound = false
        }
        return isSound ? range : nil
      })
  }
}

extension Field<CalibrationPlan> {
  /// Returns a field for the observed funnel, from a file beside the plan.
  static func funnel(
    _ key: String, _ path: any WritableKeyPath<CalibrationPlan, ObservedFunnel?> & Sendable,
    _ meaning: String
  ) -> Field {
    .file(
      key, path, name: \.path, expecting: "the path of a funnel table, or none", meaning
    ) { source, name, plan, findings in
      let release = plan.release.flatMap { DayText($0) }
      do throws(DiagnosticList) {
        return ObservedFunnel(
          table: try FunnelReader.read(source, release: release), path: name)
      } catch {
        for mistake in error { findings.add(mistake) }
        return nil
      }
    }
  }
}

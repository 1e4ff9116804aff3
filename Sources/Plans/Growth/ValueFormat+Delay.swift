import GrowthloopFindings
import GrowthloopModel
import Vocabulary

extension ValueFormat where Value == Delay {
  /// The format of a delay: a constant, `{mean: 2d}` or `{median: 9h30m, sigma: 1.6}`.
  ///
  /// The second is exponential, the third log-normal. Of the last, either key may be left out where
  /// the value before was log-normal.
  static var delay: ValueFormat {
    let fixed = ValueFormat<Interval>.duration()
    let expects =
      "a time such as 36h, a mean as in {mean: 2d}, or {median: 9h30m, sigma: 1.6}"
    return ValueFormat(
      expects: expects,
      shape: { _ in .either([fixed.shape(nil), .section(DelayKeys.descriptions)]) },
      encode: { delay in
        switch delay {
        case .fixed(let interval): fixed.encode(interval)
        case .exponential(let mean): .object([.init(DelayForm.mean, fixed.encode(mean))])
        case .logNormal(let median, let sigma):
          .object([
            .init(DelayForm.median, fixed.encode(median)), .init(DelayForm.sigma, .number(sigma)),
          ])
        }
      },
      read: { node, place, start in
        switch node.content {
        case .scalar(let scalar) where !scalar.isNull:
          guard DurationText.interval(scalar.text) != nil else {
            place.refuse(
              node, expecting: expects,
              remedy: DurationText.guess(scalar.text).map { "write \($0)" })
            return nil
          }
          return fixed.read(node, place, nil).map(Delay.fixed)
        case .mapping:
          return SectionReading<DelayKeys>(node, at: place).read(into: DelayKeys(refining: start))?
            .delay
        case .scalar, .sequence, .unreadable:
          place.refuse(node, expecting: expects)
          return nil
        }
      }, quantity: .delay)
  }
}

extension ValueQuantity<Delay> {
  /// The constant, the mean, or the median with the same sigma.
  fileprivate static var delay: ValueQuantity {
    let time = ValueQuantity<Interval>.time(within: .milliseconds(1)...DurationText.longest)
    return ValueQuantity(
      kind: .time, limits: time.limits,
      number: { delay in
        switch delay {
        case .fixed(let interval), .exponential(let interval), .logNormal(let interval, _):
          time.number(interval)
        }
      },
      replacing: { delay, number in
        switch delay {
        case .fixed(let interval): .fixed(time.replacing(interval, number))
        case .exponential(let mean): .exponential(mean: time.replacing(mean, number))
        case .logNormal(let median, let sigma):
          .logNormal(median: time.replacing(median, number), sigma: sigma)
        }
      })
  }
}

/// The keys of a delay that is a distribution.
private struct DelayKeys: ScenarioSection {
  var median: Interval?
  var sigma: Double?
  var mean: Interval?
  /// The median and sigma of the earlier log-normal value, used where a key is left out.
  private var usualMedian: Interval?
  private var usualSigma: Double?

  init() {}

  init(refining start: Delay?) {
    if case .logNormal(let median, let sigma)? = start {
      usualMedian = median
      usualSigma = sigma
    }
  }

  static let fields: [Field<DelayKeys>] = [
    .value(
      DelayForm.median, \.median, .given(.duration(.milliseconds(1)...)),
      "Half of them take longer."),
    .value(
      DelayForm.sigma, \.sigma, .given(.real(0...10)),
      "The spread of the logarithm: 0 for all alike, 1.6 for from minutes to days."),
    .value(
      DelayForm.mean, \.mean, .given(.duration(.milliseconds(1)...)),
      "The mean of an exponential distribution; instead of the other two."),
  ]

  /// The keys for the schema; none has a default of its own.
  static var descriptions: [FieldDescription] {
    DelayKeys().fieldDescriptions.map { field in
      FieldDescription(
        key: field.key, meaning: field.meaning, expects: field.expects, shape: field.shape,
        defaultValue: nil)
    }
  }

  var delay: Delay? {
    if let mean { return .exponential(mean: mean) }
    guard let median = median ?? usualMedian, let sigma = sigma ?? usualSigma else { return nil }
    return .logNormal(median: median, sigma: sigma)
  }

  func check(_ reading: SectionReading<DelayKeys>) {
    if mean != nil, median != nil || sigma != nil {
      reading.refuse(
        \.mean, "cannot stand beside a median or sigma",
        remedy: "a mean makes it exponential, the other two log-normal")
    } else if delay == nil {
      reading.refuseWhole("needs a mean, or a median and a sigma")
    }
  }
}

extension ValueFormat {
  /// Returns a field for a value without a default, in effect only where it is given.
  fileprivate static func given<Wrapped: Sendable>(
    _ inner: ValueFormat<Wrapped>
  ) -> ValueFormat<Wrapped?> where Value == Wrapped? {
    ValueFormat<Wrapped?>(
      expects: inner.expects, shape: { inner.shape($0 ?? nil) },
      encode: { $0.map(inner.encode) ?? .null },
      read: { node, place, start in inner.read(node, place, start ?? nil).map { .some($0) } })
  }
}

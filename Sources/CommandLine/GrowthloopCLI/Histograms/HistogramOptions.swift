import Statistics

/// What a histogram is made of, and how it is shown, as options describe it.
struct HistogramOptions {
  /// The forms other than a table.
  static let forms = ["--json", "--hgrm", "--hlog"]
  static let ofReading = ["--percentiles", "--scale"]
  static let ofRecording = ["--highest", "--lowest", "--digits"]
  static let ofBoth = ["--tag", "--corrected-for"]
  static let usualPercentiles = "50,90,99,99.9,99.99"

  let form: String?
  let tag: HistogramLogTag?
  let percentiles: [Double]
  let scale: Double
  let correctedFor: UInt64
  let layout: HDRHistogram.Layout

  init(_ arguments: Arguments) throws {
    try Self.refuseMixtures(in: arguments)
    form = Self.forms.first(where: arguments.has)
    tag = try arguments.one("--tag").map { text in
      guard let tag = HistogramLogTag(text) else {
        throw UsageError(description: "a tag has no comma, space or line break, unlike '\(text)'")
      }
      return tag
    }
    percentiles = try (arguments.one("--percentiles") ?? Self.usualPercentiles)
      .split(separator: ",", omittingEmptySubsequences: false).map { text in
        guard let percentile = Double(text), (0...100).contains(percentile) else {
          throw UsageError(
            description:
              "'--percentiles' takes numbers from 0 to 100, such as 50,99.9, not '\(text)'")
        }
        return percentile
      }
    scale =
      try arguments.one("--scale").map { text in
        guard let scale = Double(text.filter { $0 != "_" }), scale > 0, scale < 1e30, scale > 1e-3
        else {
          throw UsageError(
            description: "'--scale' must be a number such as 1000000, not '\(text)'")
        }
        return scale
      } ?? 1
    correctedFor = try Self.wholeNumber("--corrected-for", of: arguments) ?? 0
    let digits = try Self.wholeNumber("--digits", of: arguments) ?? 3
    do {
      layout = try HDRHistogram.Layout(
        lowest: try Self.wholeNumber("--lowest", of: arguments) ?? 1,
        highest: try Self.wholeNumber("--highest", of: arguments) ?? 3_600_000_000_000,
        digits: Int(clamping: digits))
    } catch let error as LayoutError {
      throw UsageError(description: error.description)
    }
  }

  /// The histogram with what a stalled measurer left out, if that is wanted.
  func correct(_ histogram: HDRHistogram) throws -> HDRHistogram {
    do {
      return try histogram.corrected(for: correctedFor)
    } catch {
      throw tooShort(error)
    }
  }

  /// Counts one value, and what a stalled measurer left out, if that is wanted.
  func record(_ value: UInt64, into histogram: inout HDRHistogram) throws {
    do {
      try histogram.record(value, correctedFor: correctedFor)
    } catch {
      throw tooShort(error)
    }
  }

  private func tooShort(_ error: HDRHistogram.CountOverflow) -> UsageError {
    UsageError(
      description: "'--corrected-for \(correctedFor)' is too short for these values: \(error)")
  }

  private static func wholeNumber(_ option: String, of arguments: Arguments) throws -> UInt64? {
    try arguments.one(option).map { text in
      guard let number = UInt64(text.filter { $0 != "_" }) else {
        throw UsageError(description: "'\(option)' must be a whole number, not '\(text)'")
      }
      return number
    }
  }

  /// Refuses options that mean nothing beside each other.
  private static func refuseMixtures(in arguments: Arguments) throws {
    let forms = forms.filter(arguments.has)
    guard forms.count <= 1 else {
      throw UsageError(description: "'\(forms[0])' and '\(forms[1])' exclude each other")
    }
    if arguments.has("--record") {
      if let form = forms.first ?? ofReading.first(where: { !arguments.all($0).isEmpty }) {
        throw UsageError(
          description: "'--record' writes a log; give '\(form)' to the 'growthloop histogram' "
            + "that reads it")
      }
      guard arguments.words.allSatisfy({ $0 == "-" }), arguments.words.count <= 1 else {
        throw UsageError(description: "'--record' reads values from the standard input only")
      }
    } else if let option = ofRecording.first(where: { !arguments.all($0).isEmpty }) {
      throw UsageError(description: "'\(option)' goes with '--record' only")
    }
  }
}

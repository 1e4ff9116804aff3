import GrowthloopFindings
import GrowthloopReports
import Testing

@testable import growthloop

/// A place at which people write a value.
private struct ValueReader: Sendable {
  let place: String
  /// Returns whether the place takes a text.
  let takes: @Sendable (String) -> Bool

  /// A key of a scenario, or a setting of its profile.
  static func set(_ key: String, of file: String) -> ValueReader {
    ValueReader(place: "--set \(key)") { text in
      let said = growthloop("check", file, "--set", "\(key)=\(text)")
      let heart = "\(said.output)\(said.complaints)"
      return !heart.contains("'\(key)' must be") && !heart.contains("'\(key)' is empty")
    }
  }

  /// The limit of a gate.
  static func gate(_ metric: String, of file: String) -> ValueReader {
    ValueReader(place: "gates: \(metric)") { text in
      growthloop("check", file, "--set", "gates=[\"\(metric) > \(text)\"]").code == .success
    }
  }

  /// The value of an option, as these words read it.
  static func option<Value>(
    _ place: String, _ read: @escaping @Sendable (String) throws -> Value?
  ) -> ValueReader {
    ValueReader(place: place) { text in (try? read(text)) != nil }
  }
}

@Suite("Notation · a value is written alike wherever it stands")
struct NotationTests {
  private static let texts = [
    "1d12h", "36h", "9.5h", "2w", "0x1p-2", "1e3", "1e-3", "30%", "0.3", ".3", "3.", "1_000",
    "1__0", " 5", "+5", "10k", "inf", "nan", "6months", "300/day", "2026-10-01", "20",
  ]

  @Test func `each kind of value is taken and refused alike by all who read it`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("sound.yaml", "title: x\n")
    // A setting takes a bare number in its own unit as well.
    expect(
      ["1d12h", "36h", "9.5h", "2w"], unless: ["1_000", " 5", "10k", "20"],
      of: [
        .set("recipients.tapDelay", of: file), .set("attribution.windowDays", of: file),
        .set("home.scoreCardHours", of: file), .set("retry.createBaseMs", of: file),
        .gate("firstValue.seconds", of: file),
      ])
    // Some go beyond the whole.
    expect(
      ["30%", "0.3", "1e-3"], unless: ["1e3", "1_000", " 5", "10k", "20"],
      of: [
        .set("recipients.tap", of: file), .set("deferred.matchRate", of: file),
        .gate("conversion.home", of: file),
        .option("--tolerance") { try RegressOptions.share($0) },
      ])
    expect(
      ["1e3", "1e-3", "0.3", "1_000", "10k", "20"], unless: ["30%", " 5"],
      of: [
        .set("arrivals.organicPerDay", of: file), .set("load.previewFetchesPerSend", of: file),
        .gate("k.month", of: file),
        .option("--until") { try PrecisionChoice.stop("k.month=\($0)") },
      ])
    expect(
      ["1_000", "10k", "20"], unless: [" 5"],
      of: [
        .set("market.people", of: file), .set("prompts.minSession", of: file),
        .set("signup.otpExpirySeconds", of: file),
        .option("--workers") { try Arguments.number($0, of: .workers, in: 0...1_000_000) },
      ])
    expect(
      ["0.3", "20"], unless: ["1e3", "1e-3", "1_000", "10k"],
      of: [
        .option("p99 < ms") { GateText.nanoseconds($0 + "ms") },
        .option("errors < %") { GateText.share($0 + "%") },
      ])
  }

  private func expect(_ taken: [String], unless others: [String], of readers: [ValueReader]) {
    for text in Self.texts where !others.contains(text) {
      for reader in readers {
        #expect(
          reader.takes(text) == taken.contains(text), "'\(text)' at \(reader.place)")
      }
    }
  }
}

import Statistics
import Testing

@testable import growthloop

@Suite("Events · the lag that a service reports, for the gate", .timeLimit(.minutes(60)))
struct ExportLagTests {
  private func text(_ name: String, longest: String) -> String {
    """
    \(name)_seconds_bucket{le="0.1"} 8
    \(name)_seconds_bucket{le="1.0"} 10
    \(name)_seconds_bucket{le="60.0"} 10
    \(name)_seconds_bucket{le="+Inf"} 10
    \(name)_max_seconds \(longest)

    """
  }

  @Test
  func `D-BUD-05 · each event is as late as its bucket allows, and none later than the longest`()
    throws
  {
    let lags = try #require(ExportLag.read(text("event_export_lag", longest: "0.5")))
    #expect(lags.totalCount == 10)
    #expect(try abs(Double(#require(lags.max)) / 0.5e9 - 1) < 0.01)
  }

  @Test func `D-DEP-07 · with a collector the delivery counts, and what still waits for it`() throws
  {
    let lags = try #require(
      ExportLag.read(
        text("event_export_lag", longest: "0.5") + text("event_delivery_lag", longest: "7200")))
    #expect(lags.totalCount == 11)
    #expect(try abs(Double(#require(lags.max)) / 7200e9 - 1) < 0.01)
  }

  @Test func `a service that exports nothing reports none`() {
    #expect(ExportLag.read("up 1\n") == nil)
  }
}

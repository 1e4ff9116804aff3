import Testing

@testable import Experiments

@Suite("Experiments · the metrics")
struct MetricTests {
  @Test func `every metric has a key of its own and a definition of one sentence`() {
    #expect(Set(Metric.all.map(\.key)).count == Metric.all.count)
    for metric in Metric.all {
      #expect(metric.definition.hasSuffix("."), "\(metric.key)")
      #expect(!metric.unit.isEmpty && !metric.name.isEmpty, "\(metric.key)")
    }
    for key in Metric.headline { #expect(Metric.named(key) != nil, "\(key)") }
  }
}

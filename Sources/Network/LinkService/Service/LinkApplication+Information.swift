internal import JSON
internal import LinkStore
internal import OpenMetrics
internal import Vocabulary
internal import WebServer

extension LinkApplication {
  func health(_ call: Call) -> Reply {
    if hasFailed || refusal != nil {
      return .now(.problem(503, "Links resolve; nothing new can be recorded."))
    }
    return .now(.json(200, ["status": "ok"]))
  }

  func writeMetrics(_ call: Call) -> Reply {
    var text = OpenMetricsText()
    metrics.write(to: &text)
    text.family("link_sweeps", "counter", "Deletions of what was kept for long enough.")
    text.sample("link_sweeps_total", upkeep.sweeps)
    text.family("link_failed_sweeps", "counter", "Such deletions that could not be recorded.")
    text.sample("link_failed_sweeps_total", upkeep.failedSweeps)
    text.family(
      "link_sweep_lag_milliseconds", "gauge", "How long the last deletion came after it was due.")
    text.sample("link_sweep_lag_milliseconds", Int(upkeep.lag.milliseconds))
    if let footprint = (desk.store as? SQLiteLinkStore)?.footprint {
      text.family("link_codes", "gauge", "Codes that are known.")
      text.sample("link_codes", footprint.codes)
      text.family("link_code_bytes", "gauge", "Memory that the codes take, indexes included.")
      text.sample("link_code_bytes", footprint.bytes)
    }
    return .now(WebResponse(200, OpenMetricsText.mediaType, Array(text.text.utf8)))
  }
}

internal import GrowthloopLinkStore
internal import Statistics
import Vocabulary
internal import GrowthloopTransport

extension LinkApplication {
  func health(_ call: Call) -> Reply {
    if hasFailed || refusal != nil {
      let hope = isTriedAgain ? " Writing is tried again by itself." : ""
      return .now(.problem(503, "Links resolve; nothing new can be recorded.\(hope)"))
    }
    let clock = timekeeper.map { InformationCalls.clock($0.clock.standing.word) }
    return .now(.json(200, Members(InformationCalls.status("ok"), clock)))
  }

  func writeMetrics(_ call: Call) -> Reply {
    var text = OpenMetricsText()
    metrics.write(to: &text)
    text.family("link_sweeps", "counter", "Deletions of what was kept for long enough.")
    text.sample("link_sweeps_total", sweeper.sweeps)
    text.family("link_failed_sweeps", "counter", "Such deletions that could not be recorded.")
    text.sample("link_failed_sweeps_total", sweeper.failedSweeps)
    text.family(
      "link_sweep_lag_milliseconds", "gauge", "How long the last deletion came after it was due.")
    text.sample("link_sweep_lag_milliseconds", Int(sweeper.lag.milliseconds))
    text.family("link_email_notices", "gauge", "Email addresses that wait for a notice.")
    text.sample("link_email_notices", engine.store.emailNoticeCount)
    text.family(
      "link_unkept_taps", "counter", "Taps without a click, as their address had left enough.")
    text.sample("link_unkept_taps_total", admissions.unkeptTaps)
    exports?.write(to: &text)
    writeUploads(to: &text)
    if let standing = timekeeper?.clock.standing {
      text.family(
        "link_clock_is_trusted", "gauge", "Whether what is due may be deleted, by the clock.")
      text.sample("link_clock_is_trusted", clockAllowsDeletion ? 1 : 0)
      text.family(
        "link_clock_lead_milliseconds", "gauge", "How far the machine's clock leads the service's.")
      text.sample("link_clock_lead_milliseconds", Int(standing.lead.milliseconds))
    }
    if let footprint = (engine.store as? SQLiteLinkStore)?.footprint {
      text.family("link_codes", "gauge", "Codes that are known.")
      text.sample("link_codes", footprint.codes)
      text.family("link_code_bytes", "gauge", "Memory that the codes take, indexes included.")
      text.sample("link_code_bytes", footprint.bytes)
    }
    return .now(WebResponse(200, OpenMetricsText.mediaType, Array(text.text.utf8)))
  }
}

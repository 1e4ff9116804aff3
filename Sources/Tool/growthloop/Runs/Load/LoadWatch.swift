import GrowthloopFindings
import GrowthloopLoadGenerator
import GrowthloopReports
import GrowthloopTransport
import Statistics

/// The live view of a load in the browser: rate, times, errors and lateness, second by second.
///
/// It runs beside the generator, on the thread that waits for it, and draws only while a page is open.
final class LoadWatch: WebApplication {
  /// The address of the page, and who may ask.
  var page = LocalPage()
  /// Returns the seconds since it was last called, and the view in words.
  private let news: () -> (seconds: [LoadProgress], words: String)
  private let title: String
  private let meter: RouteMeter
  private var streams: [WebStream] = []
  private var seconds: [SecondRecord] = []
  private var responses: HDRHistogram?
  private var frame: [UInt8] = []

  /// The most seconds of a picture.
  private static let mostSeconds = 600

  private init(
    titled title: String, _ metrics: WebMetrics,
    _ news: @escaping () -> (seconds: [LoadProgress], words: String)
  ) {
    self.title = title
    self.news = news
    meter = metrics.meter("watch")
  }

  /// Makes a view and its server, which serves it until it is stopped.
  static func serving(
    titled title: String, _ news: @escaping () -> (seconds: [LoadProgress], words: String)
  ) throws(SystemCallError) -> (watch: LoadWatch, server: WebServer) {
    let metrics = WebMetrics()
    let watch = LoadWatch(titled: title, metrics, news)
    var limits = ExploreApplication.limits
    limits.drainTime = .milliseconds(50)
    let server = try WebServer(
      watch, at: .address(SocketAddress(.loopbackV4, port: 0)), limits: limits, metrics: metrics)
    watch.page.port = server.addresses[0].port
    return (watch, server)
  }

  func answer(_ request: borrowing WebRequest) -> WebAnswer {
    do throws(LocalPage.Refusal) {
      switch (request.method, try page.part(of: request)) {
      case (.get, ""), (.head, ""):
        let response = LocalPage.response(
          Self.template, title: title, style: Self.style, script: Self.script)
        return WebAnswer(response, .now, countedBy: meter)
      case (.get, "stream"):
        let stream = WebStream()
        if frame.isEmpty { draw(words: "The first second is not over yet.") }
        stream.send(frame)
        streams.append(stream)
        return .stream(stream, fields: LocalPage.fields, countedBy: meter)
      case (_, ""), (_, "stream"):
        throw LocalPage.Refusal(405, "This address is for another method.")
      default: throw LocalPage.Refusal(404, "There is no such address.")
      }
    } catch {
      return WebAnswer(error.response, .now, countedBy: meter)
    }
  }

  func tick() -> Bool {
    let (latest, words) = news()
    guard !latest.isEmpty else { return false }
    for progress in latest {
      seconds.append(progress.second)
      guard let new = progress.responses else { continue }
      if responses == nil { responses = new } else { responses?.mergeWidening(new) }
    }
    seconds.removeFirst(max(0, seconds.count - Self.mostSeconds))
    frame = []
    streams.removeAll { $0.isClosed }
    guard !streams.isEmpty else { return false }
    draw(words: words)
    for stream in streams { stream.send(frame) }
    return false
  }

  /// Nothing is stored.
  func endCommit() {}
}

extension LoadWatch {
  private struct Frame: Encodable {
    let words: String
    let pictures: String
  }

  private func draw(words: String) {
    let drawn = Frame(
      words: words,
      pictures: charts.map(Block.chart).fragment(id: "w", width: 760, withNumbers: false))
    frame = Array("data: \((try? drawn.jsonLine()) ?? "{}")\n\n".utf8)
  }

  private var charts: [Chart] {
    func line(_ name: String, _ value: (SecondRecord) -> Double?) -> LineChart.Series {
      LineChart.Series(name, seconds.map { LineChart.Point(Double($0.second), value($0)) })
    }
    func time(_ name: String, _ value: KeyPath<SecondRecord.Quantiles, Duration>)
      -> LineChart.Series
    {
      line(name) { $0.quantiles.map { $0[keyPath: value] / .milliseconds(1) } }
    }
    guard !seconds.isEmpty else { return [] }
    let x = Axis("second", .whole)
    let lines = [
      Chart(
        "Requests, second by second", caption: "Answered follows sent while the service keeps up.",
        .lines(
          LineChart(
            x: x, y: Axis("requests a second", .whole),
            [
              line("sent") { Double($0.sent) }, line("answered") { Double($0.answered) },
              line("failed or unexpected") { Double($0.failed + $0.unwanted) },
            ]))),
      Chart(
        "Response time, second by second", caption: "From the planned moment of each request.",
        .lines(
          LineChart(
            x: x, y: Axis("milliseconds", .milliseconds),
            [
              time("p50", \.median), time("p99", \.p99), time("p99.9", \.p999),
              time("max", \.most),
            ], isLogarithmic: true))),
    ]
    guard let responses, responses.totalCount > 0 else { return lines }
    let curve = PercentileChart.Curve("so far, with the warm-up", nanoseconds: responses)
    return lines + [
      Chart(
        "Response time by percentile", caption: "Each step to the right is ten times rarer.",
        .percentiles(PercentileChart(Axis("milliseconds", .milliseconds), [curve])))
    ]
  }

  private static let template = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="data:,">
    <title>{{title}} · load</title>
    <style nonce="{{nonce}}">
    {{style}}
    </style>
    </head>
    <body>
    <h1>{{title}}</h1>
    <p id="state" role="status">The load runs.</p>
    <pre id="words" tabindex="0" aria-label="The last second"></pre>
    <div id="pictures"></div>
    <script nonce="{{nonce}}">
    {{script}}
    </script>
    </body>
    </html>
    """

  private static let style = "pre { white-space: pre-wrap; }"

  private static let script = """
    const at = id => document.getElementById(id);
    const source = new EventSource("stream");
    source.onmessage = event => {
      const frame = JSON.parse(event.data);
      at("words").textContent = frame.words;
      at("pictures").innerHTML = frame.pictures;
    };
    source.onerror = () => {
      source.close();
      at("state").textContent = "The load has ended. Its report has all figures.";
    };
    """
}

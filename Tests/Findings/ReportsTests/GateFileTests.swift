import Foundation
import GrowthloopFindings
import Testing

@testable import GrowthloopReports

@Suite("Gates as other programs read them")
struct GateFileTests {
  private static let hostile = Example.run(
    Example.stage(
      [
        Example.gate(
          "a<b> & \"c\" | `d`", about: "x\ny", is: .missed, next: "echo '<]]>' | sort\u{1}")
      ], name: "links", note: "50% of <it>, a:b\nmore"),
    title: "Ready | & <steady>?")

  @Test func `run.json has all facts under the names that are promised`() throws {
    let run = Example.run(Example.stage([Example.missed]))
    let json = try RunFile(run).jsonLine()
    #expect(
      json == """
        {"command":"growthloop gate a.yaml","kind":"gate","question":"Is it?","seconds":1.5,"stages":\
        [{"ending":"complete","folder":"links","gates":[{"comparison":"<","confidence":0.95,\
        "evidence":{"basis":"spread"},"gate":"p99 < 200ms","high":245,"limit":200,"low":220,\
        "measured":231,"moved":"\(Example.missed.why)",\
        "next":"growthloop load a.yaml --find-capacity","side":"below","style":"milliseconds",\
        "unit":"ms","verdict":"missed"}],"kind":"load","name":"links","seconds":1.5,"title":"Links"}],\
        "title":"Ready?","verdict":"missed","version":"\(ToolVersion.current)"}

        """)
  }

  @Test func `JUnit has a suite for each stage, and a case for each gate`() {
    let run = Example.run(Example.stage([Example.kept, Example.missed, Example.undecided]))
    #expect(
      JUnitReport(of: run, at: Date(timeIntervalSince1970: 1.5)).text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites>
          <testsuite id="0" package="growthloop.load" name="links" timestamp="1970-01-01T00:00:01" \
        hostname="localhost" tests="3" failures="1" errors="1" skipped="0" time="1.500">
            <properties>
              <property name="title" value="Ready?"/>
              <property name="command" value="growthloop gate a.yaml"/>
            </properties>
            <testcase name="errors &lt; 1" classname="growthloop.load.links" time="0">
            </testcase>
            <testcase name="p99 &lt; 200ms" classname="growthloop.load.links" time="0">
              <failure message="\(Example.missed.why)" type="missed">Next: growthloop load a.yaml \
        --find-capacity</failure>
            </testcase>
            <testcase name="p95 &lt; 200ms" classname="growthloop.load.links" time="0">
              <error message="\(Example.undecided.why)" type="undecided"></error>
            </testcase>
            <system-out>errors &lt; 1: kept: \(Example.kept.why)
        p99 &lt; 200ms: missed: \(Example.missed.why)
        p95 &lt; 200ms: undecided: \(Example.undecided.why)</system-out>
            <system-err></system-err>
          </testsuite>
        </testsuites>

        """)
  }

  @Test(arguments: [UndecidedMark.error, .failure, .failureOfErrors, .skipped])
  func `JUnit fits the schemas of Ant and of Jenkins`(mark: UndecidedMark) {
    let gates = [Example.kept, Example.missed, Example.undecided, Example.undecidedErrors]
    let runs = [
      Example.run(
        Example.stage(gates, note: "a\nb"), Example.stage([], name: "b", ending: .failed)),
      Self.hostile, Example.run(Example.stage([], ending: .empty)),
    ]
    for run in runs {
      let text = JUnitReport(of: run, undecided: mark).text
      #expect(XMLCheck.flaws(ofJUnit: text) == [], "\(text)")
    }
  }

  @Test func `the check of JUnit finds what either schema refuses`() {
    let text = JUnitReport(of: Example.run(Example.stage([Example.missed]))).text
    let changes = [
      ("<testsuites>", "<testsuites name=\"x\">"), (" hostname=\"localhost\"", ""),
      ("<system-err></system-err>", ""), (" type=\"missed\"", ""), ("time=\"0\"", "time=\"0s\""),
      ("    </testcase>", "    <system-out/></testcase>"), ("<properties>", "<properties a=\"1\">"),
      ("tests=\"1\"", "tests=\"2\""),
    ]
    for (right, wrong) in changes {
      let changed = text.replacing(right, with: wrong, maxReplacements: 1)
      #expect(changed != text && !XMLCheck.flaws(ofJUnit: changed).isEmpty, "\(wrong)")
    }
  }

  @Test func `gates on errors alone fail where the plan says so`() {
    let run = Example.run(Example.stage([Example.undecided, Example.undecidedErrors]))
    let text = JUnitReport(of: run, undecided: .failureOfErrors).text
    #expect(text.contains("failures=\"1\" errors=\"1\" skipped=\"0\""))
    #expect(
      Annotations(of: run, undecided: .failureOfErrors).lines.map { $0.prefix(9) }
        == ["::warning", "::error t"])
  }

  @Test func `what is undecided has failed in JUnit where it fails the run`() {
    let text = JUnitReport(
      of: Example.run(Example.stage([Example.undecided])), undecided: .failure
    ).text
    #expect(text.contains("failures=\"1\" errors=\"0\" skipped=\"0\""))
    #expect(text.contains("<failure ") && text.contains("type=\"undecided\""))
  }

  @Test func `what is undecided was skipped in JUnit where somebody wants that`() {
    let text = JUnitReport(
      of: Example.run(Example.stage([Example.undecided, Example.missed])), undecided: .skipped
    ).text
    #expect(text.contains("tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"1\""))
    #expect(text.contains("<skipped message=\"\(Example.undecided.why)\"/>"))
  }

  @Test func `a stage that could not run is an error in JUnit`() {
    let text = JUnitReport(
      of: Example.run(Example.stage([], note: "no answer", ending: .failed))
    ).text
    #expect(text.contains("tests=\"1\" failures=\"0\" errors=\"1\""))
    #expect(text.contains("<error message=\"could not run\" type=\"stage\">no answer</error>"))
    let empty = JUnitReport(of: Example.run(Example.stage([], note: "late", ending: .empty))).text
    #expect(empty.contains("<error message=\"there is no data to judge\" type=\"stage\">late<"))
  }

  @Test func `whatever a text holds, JUnit stays XML`() throws {
    let text = JUnitReport(of: Self.hostile).text
    #expect(text.contains("name=\"a&lt;b&gt; &amp; &quot;c&quot; | `d` (x&#10;y)\""))
    #expect(text.contains("echo &#39;&lt;]]&gt;&#39; | sort\u{FFFD}</failure>"))
  }

  @Test func `a summary is a page of Markdown`() {
    let run = Example.run(Example.stage([Example.kept, Example.missed], note: "noisy"))
    #expect(
      StepSummary(of: run).text == """
        ## ❌ Ready?

        Is it?

        Missed: 1 of 2 gates kept, 1 missed.

        | stage | gate | measured | 95% interval | verdict |
        | --- | --- | ---: | ---: | --- |
        | links | `errors < 1` | 0.500 ms | 0.250 ms to 0.750 ms | ✅ kept |
        | links | `p99 < 200ms` | 231 ms | 220 ms to 245 ms | ❌ missed |

        **links**: noisy

        - `p99 < 200ms` missed: \(Example.missed.why).
          Next: `growthloop load a.yaml --find-capacity`

        Reproduce with: `growthloop gate a.yaml`

        """)
  }

  @Test func `the remarks on a stage stand one to a line, in the summary and on the page`() throws {
    let note = "It is not valid.\n  Requests were sent late.\n  The generator was busy."
    var stage = Example.stage([Example.kept], note: note)
    stage.folder = nil
    let run = Example.run(stage)
    let lines = ["- It is not valid.", "- Requests were sent late.", "- The generator was busy."]
    #expect(StepSummary(of: run).text.contains("**links**:\n\n" + lines.joined(separator: "\n")))
    let folder = RunFolder("none", files: [])
    let page = try run.report(in: folder).markdown
    #expect(
      page.contains(
        lines.map { $0.replacing("- ", with: "- links: ", maxReplacements: 1) }
          .joined(separator: "\n")))
  }

  @Test func `whatever a text holds, a table of Markdown keeps its cells`() {
    let text = StepSummary(of: Self.hostile).text
    #expect(text.hasPrefix("## ❌ Ready \\| &amp; &lt;steady>?\n"))
    #expect(text.contains("| links, x y | `` a<b> & \"c\" \\| `d` `` | 231 ms |"))
    #expect(text.contains("**links**:\n\n- 50% of &lt;it>, a:b\n- more"))
  }

  @Test func `OpenMetrics has the state of each gate, and its figures`() {
    let text = GateMetrics(
      of: Example.run(Example.stage([Example.kept, Example.kept]))
    ).text
    let lines = text.split(separator: "\n")
    let labels = "stage=\"links\",gate=\"errors < 1\""
    #expect(lines.contains("growthloop_gate{\(labels),growthloop_gate=\"kept\"} 1"))
    #expect(lines.contains("growthloop_gate{\(labels),growthloop_gate=\"missed\"} 0"))
    #expect(lines.contains("growthloop_gate_measured{\(labels),unit=\"ms\"} 0.5"))
    #expect(lines.contains("growthloop_gate_limit{\(labels),unit=\"ms\"} 1.0"))
    #expect(lines.contains("growthloop_stage_seconds{kind=\"load\",stage=\"links\"} 1.5"))
    #expect(lines.last == "# EOF" && text.hasSuffix("# EOF\n"))
    #expect(Set(lines).count == lines.count, "a gate that stands twice is told once")
  }

  @Test func `annotations mark what is not kept, each on one line`() {
    #expect(Annotations(of: Example.run(Example.stage([Example.kept]))).lines.isEmpty)
    let run = Example.run(
      Example.stage([Example.missed, Example.undecided]),
      Example.stage([], name: "b", note: "no: 5%\nanswer", ending: .failed))
    #expect(
      Annotations(of: run).lines == [
        "::error title=links%3A p99 < 200ms missed::\(Self.escaped(Example.missed.why))%0ANext: "
          + "growthloop load a.yaml --find-capacity",
        "::warning title=links%3A p95 < 200ms undecided::\(Self.escaped(Example.undecided.why))",
        "::error title=b%3A did not run to its end::no: 5%25%0Aanswer",
      ])
    #expect(Annotations(of: run, undecided: .failure).lines[1].hasPrefix("::error "))
  }

  private static func escaped(_ text: String) -> String { text.replacing("%", with: "%25") }
}

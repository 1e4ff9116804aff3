import GrowthloopFindings

extension Report {
  /// The report as one self-contained page: no network, no script, no other file.
  public var html: String {
    var page = ReportHTML()
    page.write(self)
    return page.text
  }
}

/// A page under construction.
struct ReportHTML {
  var markup = Markup()
  /// The number of charts so far, so that each has names of its own.
  var charts = 0

  var text: String { markup.text }

  mutating func write(_ report: Report) {
    markup.verbatim(
      "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n")
    markup.element("meta", ["charset": "utf-8"])
    markup.element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
    markup.element("meta", ["name": "generator", "content": "growthloop"])
    markup.line()
    markup.element("title", words: report.title)
    markup.verbatim("\n<style>\n\(Stylesheet.text)\n</style>\n</head>\n<body>\n")
    writeHead(of: report)
    markup.verbatim("<main>\n")
    for section in report.sections { write(section) }
    markup.verbatim("</main>\n")
    markup.element("footer") { footer in
      footer.element(
        "p",
        words:
          "Made by growthloop from the files of the run. Intervals hold the truth in 95 of 100 "
          + "runs with other random numbers.")
    }
    markup.verbatim("\n</body>\n</html>\n")
  }

  private mutating func writeHead(of report: Report) {
    markup.verbatim("<header>\n")
    markup.element("h1", words: report.title)
    if let question = report.question {
      markup.element("p", ["class": "question"], words: question)
    }
    if let answer = report.answer {
      for lead in answer.leads { markup.element("p", ["class": "answer"], words: lead) }
      if let ground = answer.ground { markup.element("p", ["class": "basis"], words: ground) }
    }
    if let verdict = report.verdict {
      markup.element("p", ["class": "verdict v-\(verdict.gates.rawValue)"]) { box in
        box.element("strong", words: verdict.gates.mark)
        box.words(" ")
        box.element("span", words: verdict.words)
      }
    }
    if !report.facts.isEmpty {
      markup.element("dl", ["class": "facts"]) { list in
        for fact in report.facts {
          list.element("div") { pair in
            pair.element("dt", words: fact.name)
            pair.element("dd", words: fact.value)
          }
        }
      }
    }
    if let command = report.command {
      markup.element("pre") { $0.element("code", words: command) }
    }
    writeContents(of: report)
    markup.verbatim("\n</header>\n")
  }

  private mutating func writeContents(of report: Report) {
    guard report.sections.count > 2 else { return }
    markup.element("nav", ["aria-label": "Contents"]) { nav in
      let owners = report.sections.map(\.owner).reduce(into: [""]) { owners, owner in
        if owners.last != owner { owners.append(owner) }
      }
      for owner in owners {
        let sections = report.sections.filter { $0.owner == owner }
        guard !owner.isEmpty else {
          Self.write(links: sections, to: &nav)
          continue
        }
        // The sections of other reports are too many to be open.
        nav.element("details") { details in
          details.element("summary", words: owner)
          Self.write(links: sections, to: &details)
        }
      }
    }
  }

  private static func write(links sections: [Section], to nav: inout Markup) {
    nav.element("ul") { list in
      for section in sections {
        list.element("li") { item in
          item.element("a", ["href": "#\(section.anchor)"], words: section.title)
        }
      }
    }
  }

  private mutating func write(_ section: Section) {
    markup.verbatim("<section>\n")
    markup.element("h2", ["id": section.anchor], words: section.heading)
    markup.line()
    for block in section.blocks { write(block) }
    markup.verbatim("</section>\n")
  }
}

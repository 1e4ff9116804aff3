/// What came of a comparison: a report that is written, printed and recorded.
enum ComparedBuilds {
  case times(RegressReport)
  case growth(GrowthRegressReport)

  var exitCode: ExitCode {
    switch self {
    case .times(let report): report.exitCode
    case .growth(let report): report.exitCode
    }
  }

  func files() throws -> [(name: String, text: String)] {
    switch self {
    case .times(let report): try report.files()
    case .growth(let report): try report.files()
    }
  }

  func json() throws -> String {
    switch self {
    case .times(let report): try report.json()
    case .growth(let report): try report.json()
    }
  }

  var text: String {
    switch self {
    case .times(let report): report.text()
    case .growth(let report): report.text()
    }
  }
}

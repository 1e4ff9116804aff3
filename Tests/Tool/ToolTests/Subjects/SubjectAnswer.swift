/// What `growthloop decide` answers to one case, without the end of its line.
func answer(
  _ subject: String, _ line: String, under profile: String = "rin", with options: [String] = [],
  key: String? = nil
) -> String {
  let outcome = run(
    ["decide", subject, "--profile", profile] + options, Array(line.utf8),
    variables: key.map { ["GROWTHLOOP_SIGNING_KEY": $0] } ?? [:], chunk: 4_096)
  return outcome.lines.joined(separator: "\n") + outcome.complaints
}

/// What is wrong with one case, in the tool's words.
func mistakes(_ subject: String, _ line: String, under profile: String = "rin") -> [String] {
  let error = answer(subject, line, under: profile)
  guard let start = error.firstRange(of: #"{"error":"line 1: "#),
    let end = error.firstRange(of: #"","id":"#)
  else { return [] }
  return error[start.upperBound..<end.lowerBound].split(separator: "; ").map(String.init)
}

internal import GrowthloopFindings
internal import Vocabulary
internal import GrowthloopTransport

/// A form as a browser submits it (`application/x-www-form-urlencoded`).
enum SubmittedForm {
  static let mediaType = "application/x-www-form-urlencoded"
  /// The longest body; an address has 254 bytes.
  static let longest = 2_048

  /// Returns the refusal of a request that is no form of a page of this site; `nil` if it may be.
  ///
  /// No cookie or token comes with the form, so a page of another site could do nothing with it that
  /// the site could not do itself, except by the addresses of its visitors, past the limit per
  /// network. `Sec-Fetch-Site` marks such pages. `Origin` does not: it is `null` from our own
  /// pages, which send no referrer, and from any page that wants it so.
  static func refusal(of request: borrowing WebRequest) -> WebResponse? {
    let type = (request.field("Content-Type") ?? "").utf8.prefix { $0 != UInt8(ascii: ";") }
    guard Substring(type).trimmed.lowercased() == mediaType else {
      return .problem(415, "The body must be a form: \(mediaType).")
    }
    guard !request.isFromAnotherSite else {
      return .problem(403, "The form is taken from pages of this site only.")
    }
    guard request.body.count <= longest else {
      return .problem(413, "The form has more than \(longest) bytes.")
    }
    return nil
  }

  /// Reads the fields that `shape` names; `nil` where one cannot be decoded or comes twice.
  static func members(of body: [UInt8], _ shape: Shape) -> Members? {
    guard case .object(let members, _) = shape else { return nil }
    let target = RequestTarget([UInt8(ascii: "?")] + body)
    var values: [String: JSONValue] = [:]
    for member in members {
      guard let found = target.queryValues(of: member.name), found.count <= 1 else { return nil }
      values[member.name] = found.first.map { .text($0) }
    }
    return Members(values: values)
  }
}

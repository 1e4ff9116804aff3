public import Vocabulary

/// A request of one's own: what is sent to a service of any make, and which answers are right.
public struct OwnRequest: Hashable, Sendable {
  /// A method and the path that it is about.
  public struct Line: Hashable, Sendable, CustomStringConvertible {
    /// The methods that can be sent.
    public enum Method: String, CaseIterable, Sendable {
      case get = "GET"
      case head = "HEAD"
      case post = "POST"
      case put = "PUT"
      case patch = "PATCH"
      case delete = "DELETE"
      case options = "OPTIONS"
    }

    public let method: Method
    /// The path with its query, from its first `/` on; or a value that has it, such as `{link}`.
    public let path: String

    public init(_ method: Method, _ path: String) {
      self.method = method
      self.path = path
    }

    /// Parses `GET /health`; a path alone is got.
    public init?(_ text: String) {
      let words = text.split(separator: " ")
      guard let path = words.last, path.first == "/" || path.first == "{", words.count <= 2,
        let method = words.count == 1 ? .get : Method(rawValue: String(words[0]))
      else { return nil }
      self.init(method, String(path))
    }

    public var description: String { "\(method.rawValue) \(path)" }
  }

  /// The answers that are right.
  public struct Expectation: Hashable, Sendable {
    /// The statuses; empty for all below 400.
    public var statuses: [Int] = []
    /// Header fields with their values.
    public var headers: [Named] = []
    /// Texts that the body contains.
    public var contains: [String] = []
    /// Values by their pointers.
    public var json: [Named] = []
    /// The number of bytes that the body stays below.
    public var size: Int64?
    /// The time from the sending that the answer stays below.
    public var time: Duration?

    /// A value by the name of its field, or by its pointer.
    public struct Named: Hashable, Sendable {
      public let name: String
      public let match: ValueMatch

      public init(_ name: String, _ match: ValueMatch) {
        self.name = name
        self.match = match
      }
    }

    public init() {}

    /// All but the statuses.
    var checks: [AnswerCheck] {
      headers.map { .header($0.name, $0.match) } + contains.map { .contains($0) }
        + json.compactMap { value in
          JSONPointer(value.name).map { .json($0, value.match) }
        } + [size.map { .size(below: $0) }, time.map { .time(below: $0) }].compactMap(\.self)
    }
  }

  /// The name in gates and reports.
  public var name = ""
  public var line = Line(.get, "/")
  public var weight = 1.0
  public var headers: [RequestKind.Field] = []
  /// The body as JSON text.
  public var json: String?
  /// The fields of a body as a form sends them.
  public var form: [RequestKind.Field] = []
  /// The body as it is sent.
  public var text: String?
  /// The same from a file, with its path.
  public var file: BodyFile?
  /// The fields of the query.
  public var query: [RequestKind.Field] = []
  /// A value that is sent as a bearer's token.
  public var bearer: String?
  public var credential: Credential?
  /// Whether it carries the token of the target.
  public var isAuthorized = false
  public var connection = RequestKind.Connection.kept
  public var expect = Expectation()
  /// What later steps need of the answer.
  public var extracts: [Extraction] = []
  /// The time after the step before.
  public var think = Interval.zero
  public var timeout: Interval?
  /// Whether a refusal is a right answer too, as for a link that may be used up.
  public var mayBeRefused = false
  public var redirects = Redirects.expected
  /// The steps of a journey, in order; none for a request that is alone.
  public var steps: [OwnRequest] = []
  public var cookies = Cookies.kept

  /// What becomes of an answer that leads elsewhere.
  public enum Redirects: String, CaseIterable, Sendable {
    /// It is the answer.
    case expected
    /// The answer behind it is, up to ten redirects further.
    case followed
  }

  /// What becomes of cookies between the steps of a journey.
  public enum Cookies: String, CaseIterable, Sendable {
    case kept
    case cleared
  }

  /// A body in a file.
  public struct BodyFile: Hashable, Sendable {
    public let name: String
    public let text: String

    public init(name: String, text: String) {
      (self.name, self.text) = (name, text)
    }
  }

  public init() {}

  /// The request as a part of a mix, with the steps of a journey.
  var part: TrafficMix.Part {
    guard let first = steps.first else { return TrafficMix.Part(kind, weight: weight) }
    func step(_ request: OwnRequest) -> RequestKind {
      var kind = request.kind
      kind.keepsCookies = cookies == .kept
      return kind
    }
    return TrafficMix.Part(step(first), weight: weight, steps: steps.dropFirst().map(step))
  }

  /// The path with the fields of the query.
  private var target: String {
    let pairs = query.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }
    let mark = line.path.contains("?") ? "&" : "?"
    return line.path + (pairs.isEmpty ? "" : mark + pairs.joined(separator: "&"))
  }

  /// The request as the generator takes it.
  public var kind: RequestKind {
    var fields = headers
    if let bearer { fields.append(RequestKind.Field("Authorization", "Bearer \(bearer)")) }
    func tell(_ type: String) {
      guard !fields.contains(where: { $0.name.lowercased() == "content-type" }) else { return }
      fields.append(RequestKind.Field("Content-Type", type))
    }
    if json != nil { tell("application/json") }
    if !form.isEmpty { tell("application/x-www-form-urlencoded") }
    if text != nil { tell("text/plain; charset=utf-8") }
    let pairs = form.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }
    var kind = RequestKind(
      name, method: line.method.rawValue, path: target, fields: fields,
      body: json ?? text ?? file?.text ?? (form.isEmpty ? nil : pairs.joined(separator: "&")),
      connection: connection, isAuthorized: isAuthorized)
    if !expect.statuses.isEmpty { kind.expected = StatusSet(expect.statuses) }
    kind.checks = expect.checks
    kind.extracts = extracts
    kind.mayBeRefused = mayBeRefused
    kind.follows = redirects == .followed
    kind.timeout = timeout?.duration
    kind.think = think.duration
    kind.credential = credential
    kind.bodyEncoding = json != nil ? .json : form.isEmpty ? .plain : .form
    return kind
  }

  /// Encodes a text for a form; braces stay, since they mark places that each request fills.
  private static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { encoded, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "*"), UInt8(ascii: "{"), UInt8(ascii: "}"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: " "): encoded += "+"
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += byte < 16 ? "%0\(digits)" : "%\(digits)"
      }
    }
  }
}

internal import RandomStreams

/// A kind of request: its bytes and its connection.
///
/// Path and body may hold places that each request fills: `{code}` with a link's code (path only),
/// `{person}` with one of the people, `{phones}` with the numbers in that person's address book, and
/// `{number}` with twelve hexadecimal digits that no other request has.
public struct RequestKind: Sendable, Hashable {
  /// The connection of a request.
  public enum Connection: String, Sendable, Hashable, CaseIterable {
    /// A new one, closed after the response, as of a phone that taps a link.
    case new
    /// One of the pool of kept connections.
    case kept
  }

  /// A header field beyond those that every request has.
  public struct Field: Sendable, Hashable {
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The name in reports, unique in a mix.
  public var name: String
  public var method: String
  public var path: String
  public var fields: [Field]
  public var body: String?
  public var connection: Connection
  /// Whether it has the target's bearer token.
  public var isAuthorized: Bool
  /// Whether a refusal is an expected response, as for an invite that may be used up.
  public var mayBeRefused = false
  /// The statuses of wanted answers; `nil` for any below 400, and refusals of unknown links.
  public var expected: StatusSet?
  /// What else a wanted answer has, in the order in which it is looked at.
  public var checks: [AnswerCheck] = []
  /// What later steps of a journey need of the answer.
  public var extracts: [Extraction] = []
  /// Whether a redirect is followed, and the answer behind it looked at; else it is an answer.
  public var follows = false
  /// Whether it has the cookies of its user's earlier answers.
  public var keepsCookies = false
  /// The time limit from the sending; `nil` for that of the plan.
  public var timeout: Duration?
  /// The time from the end of the step before.
  public var think = Duration.zero
  /// How values are written in the body.
  public var bodyEncoding = ValueEncoding.plain
  public var credential: Credential?

  public init(
    _ name: String, method: String = "GET", path: String, fields: [Field] = [],
    body: String? = nil, connection: Connection = .kept, isAuthorized: Bool = false
  ) {
    self.name = name
    self.method = method
    self.path = path
    self.fields = fields
    self.body = body
    self.connection = connection
    self.isAuthorized = isAuthorized
  }

  /// A GET of a path.
  public static func get(_ path: String, connection: Connection = .kept) -> RequestKind {
    RequestKind("get \(path)", path: path, connection: connection)
  }
}

extension RequestKind {
  /// The texts in which values have places.
  var texts: [String] { [path, body ?? ""] + fields.map(\.value) }

  /// The answers that a request wants.
  enum Wanted: BitwiseCopyable {
    /// Any below 400; the request names no link.
    case success
    /// Any below 400, and a refusal of a link that is not valid.
    case ofLink
    /// Any below 400, and a refusal.
    case anyRefusal
    case these(StatusSet)

    func contains(_ status: Int, to request: DrawnRequest) -> Bool {
      switch self {
      case .success: RequestCounts.isWanted(status, about: .known)
      case .ofLink: RequestCounts.isWanted(status, about: request.standing)
      case .anyRefusal: RequestCounts.isWanted(status, about: .unknown)
      case .these(let statuses): statuses.contains(status)
      }
    }
  }

  var wanted: Wanted {
    if let expected { return .these(expected) }
    return mayBeRefused ? .anyRefusal : path.contains("{code}") ? .ofLink : .success
  }
}

/// A set of statuses of responses, from 100 to 599.
public struct StatusSet: Hashable, Sendable, BitwiseCopyable {
  private var bits = SIMD8<UInt64>.zero

  /// The statuses of responses.
  public static let range = 100...599

  /// Creates the set of those of `statuses` that a response can have.
  public init(_ statuses: some Sequence<Int>) {
    for status in statuses where Self.range.contains(status) {
      bits[(status - 100) / 64] |= 1 << UInt64((status - 100) % 64)
    }
  }

  public func contains(_ status: Int) -> Bool {
    Self.range.contains(status) && bits[(status - 100) / 64] >> UInt64((status - 100) % 64) & 1 == 1
  }

  /// The statuses, ascending.
  public var statuses: [Int] { Self.range.filter(contains) }
}

/// The links that requests name, grouped by standing.
public struct LinkPopulation: Sendable, Hashable {
  /// The standing of a link in the service.
  public enum Standing: Int, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    case known
    case unknown
    case expired
    case deleted
  }

  /// Links of one standing.
  public struct Group: Sendable, Hashable {
    public let standing: Standing
    /// The weight of the group among the others.
    public let weight: Double
    /// The codes, the most popular first.
    public let codes: [String]

    public init(_ standing: Standing, weight: Double, codes: [String]) {
      self.standing = standing
      self.weight = weight
      self.codes = codes
    }
  }

  public var groups: [Group]
  /// The exponent of the Zipf distribution of their popularity; 0 makes it uniform.
  public var exponent: Double

  public init(_ groups: [Group], exponent: Double = 1) {
    self.groups = groups
    self.exponent = exponent
  }

  public static let none = LinkPopulation([])
}

/// One request of a mix, a function of the seed and the request's number.
struct DrawnRequest: Hashable, Sendable, BitwiseCopyable {
  /// The place of the kind in the mix.
  var kind: Int
  /// The index of the link among all codes, and its standing; no code where there are none.
  var code: Int
  var standing: LinkPopulation.Standing
  var person: Int
}

/// Draws the requests of a mix.
struct RequestDraws: Sendable {
  private let kinds: Categorical
  /// By part, the place of its first kind.
  private let firstKinds: [Int]
  private let groups: Categorical?
  private let standings: [LinkPopulation.Standing]
  private let firstCodes: [Int]
  private let ranks: [Zipf]
  private let peopleCount: Int
  private let kindStream: RandomStream
  private let linkStream: RandomStream
  private let personStream: RandomStream

  init(_ mix: TrafficMix, seed: UInt64) throws(InvalidParameter) {
    let source = RandomSource(seed: seed)
    kindStream = source.stream(for: LoadPurpose.kinds)
    linkStream = source.stream(for: LoadPurpose.links)
    personStream = source.stream(for: LoadPurpose.people)
    kinds = try Categorical(weights: mix.parts.map(\.weight))
    firstKinds = mix.firstKinds
    let links = mix.links
    groups =
      links.groups.isEmpty ? nil : try Categorical(weights: links.groups.map(\.weight))
    standings = links.groups.map(\.standing)
    var firsts: [Int] = []
    var ranks: [Zipf] = []
    var count = 0
    for group in links.groups {
      firsts.append(count)
      count += group.codes.count
      ranks.append(try Zipf(exponent: links.exponent, count: group.codes.count))
    }
    firstCodes = firsts
    self.ranks = ranks
    peopleCount = mix.people.count
  }

  /// Returns the draws of a plan without problems.
  static func checked(_ plan: LoadPlan) -> RequestDraws {
    do throws(InvalidParameter) {
      return try RequestDraws(plan.mix, seed: plan.seed)
    } catch {
      preconditionFailure("\(error), in a mix that was checked")
    }
  }

  /// Returns the request with this number, counted from zero.
  func request(_ number: Int) -> DrawnRequest {
    let entity = UInt64(number)
    var request = DrawnRequest(kind: 0, code: 0, standing: .known, person: 0)
    if kinds.probabilities.count > 1 {
      request.kind = firstKinds[kindStream.sample(kinds, entity)]
    }
    if let groups {
      var draw = linkStream[entity]
      let group = standings.count > 1 ? groups.sample(using: &draw) : 0
      request.standing = standings[group]
      request.code = firstCodes[group] + ranks[group].sample(using: &draw) - 1
    }
    if peopleCount > 1 {
      var draw = personStream[entity]
      request.person = Int(draw.uniform(below: UInt64(peopleCount)))
    }
    return request
  }
}

/// Kinds of request with their weights, and the links and people they name.
public struct TrafficMix: Sendable, Hashable {
  /// One kind of request in the mix.
  public struct Part: Sendable, Hashable {
    public let kind: RequestKind
    public let weight: Double
    /// The steps behind the first, each sent once the one before has a wanted answer.
    public let steps: [RequestKind]

    public init(_ kind: RequestKind, weight: Double = 1, steps: [RequestKind] = []) {
      self.kind = kind
      self.weight = weight
      self.steps = steps
    }

    /// All steps.
    public var kinds: [RequestKind] { [kind] + steps }
  }

  public var parts: [Part]
  public var links: LinkPopulation
  /// The names of people, each as likely as any other.
  public var people: [String]
  /// The numbers of address books, each in quotes and between commas; people take turns at them.
  public var books: [String]
  /// The first request's `{number}`; a second run on the same service needs others.
  public var firstNumber: UInt64
  /// What fills `{name}` in requests.
  public var values: [PlanValue] = []

  /// The kinds of all parts and their steps, in order.
  public var kinds: [RequestKind] { parts.flatMap(\.kinds) }

  /// By part, the place of its first kind.
  var firstKinds: [Int] {
    var next = 0
    return parts.map { part in
      defer { next += part.kinds.count }
      return next
    }
  }

  public init(
    _ parts: [Part], links: LinkPopulation = .none, people: [String] = [],
    books: [String] = [], firstNumber: UInt64 = 1 << 32
  ) {
    self.parts = parts
    self.links = links
    self.people = people
    self.books = books
    self.firstNumber = firstNumber
  }

  /// A mix of one kind.
  public init(_ kind: RequestKind) {
    self.init([Part(kind)])
  }
}

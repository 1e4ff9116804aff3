/// What a part of a run is a part of: the head of a folder with some of its replications.
public struct PartFindings: RunFindings {
  public static let kind = "part"

  /// The command line that computed the part.
  public var command: String
  public var title: String
  public var question: String?
  /// The command line of the whole run, without the number of replications and the folder.
  public var run: [String]
  public var seed: UInt64
  /// The persons whose screens of invites are kept.
  public var persons: [Int]
  /// A digest of each plan, in their order.
  public var plans: [String]
  /// The first and the last replication, counted from 1.
  public var from: Int
  public var to: Int
  public var isPartial: Bool

  public init(
    command: String, title: String, run: [String], seed: UInt64, persons: [Int], plans: [String],
    from: Int, to: Int, isPartial: Bool
  ) {
    self.command = command
    self.title = title
    self.run = run
    self.seed = seed
    self.persons = persons
    self.plans = plans
    self.from = from
    self.to = to
    self.isPartial = isPartial
  }
}

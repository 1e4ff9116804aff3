/// How people behave, as far as no rule decides it: all parameters of a scenario but its policies.
public struct Behaviour: Hashable, Sendable {
  public var market = Market()
  public var arrivals = Arrivals()
  public var use = Use()
  public var sharing = Sharing()
  public var recipients = Recipients()
  public var devices = Devices()
  public var firstRun = FirstRun()

  public init() {}
}

/// The behaviour of people where no rule decides: all parameters of a scenario except its policies.
public struct Behaviour: Hashable, Sendable {
  public var market = Market()
  public var arrivals = OrganicArrivals()
  public var use = Use()
  public var sharing = Sharing()
  public var recipients = Recipients()
  public var devices = Devices()
  public var firstRun = FirstRun()

  public init() {}
}

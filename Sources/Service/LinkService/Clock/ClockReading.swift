internal import GrowthloopTransport
public import Vocabulary

/// A reading of the machine's clocks.
public struct ClockReading: Hashable, Sendable {
  /// The time of day, which may be set.
  public var wall: Instant
  /// The time since the machine started, suspended time included.
  public var uptime: Interval

  public init(wall: Instant, uptime: Interval) {
    self.wall = wall
    self.uptime = uptime
  }
}

/// The clocks of a machine.
public struct MachineClocks: Sendable {
  /// The boot id of the machine; `nil` where there is none, as if each process were a boot.
  public let boot: String?
  /// Reads the clocks.
  public let read: @Sendable () -> ClockReading

  public init(boot: String?, read: @escaping @Sendable () -> ClockReading) {
    self.boot = boot
    self.read = read
  }

  /// The clocks of this machine.
  public static let own = MachineClocks(boot: BootTime.name()) {
    ClockReading(
      wall: Instant(milliseconds: WallTime.now()),
      uptime: .milliseconds(BootTime.nanoseconds() / 1_000_000))
  }
}

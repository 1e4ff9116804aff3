public import SimulationKernel
public import Vocabulary

extension Instant: SimulationTime {
  @inlinable
  public var tick: UInt64 { milliseconds.tick }

  @inlinable
  public init(tick: UInt64) { self.init(milliseconds: Int64(tick: tick)) }
}

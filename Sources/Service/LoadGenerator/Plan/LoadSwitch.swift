internal import GrowthloopTransport
internal import Synchronization

/// A switch that stops a run from another thread; the results so far are kept.
public final class LoadSwitch: Sendable {
  let bell: WakeupEvent
  private let wasThrown = Atomic(false)

  public init() throws(LoadRefusal) {
    do throws(SystemCallError) {
      bell = try WakeupEvent()
    } catch {
      throw .system(error)
    }
  }

  /// Ends the run at once; requests under way count as unfinished.
  public func stop() {
    wasThrown.store(true, ordering: .releasing)
    bell.signal()
  }

  var isThrown: Bool { wasThrown.load(ordering: .acquiring) }
}

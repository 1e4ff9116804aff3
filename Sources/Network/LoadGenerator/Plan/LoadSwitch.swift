internal import LinuxIO
internal import Synchronization

/// Stops a run from another thread; what was measured is kept.
public final class LoadSwitch: Sendable {
  let bell: EventDescriptor
  private let wasThrown = Atomic(false)

  public init() throws(LoadRefusal) {
    do throws(SystemCallError) {
      bell = try EventDescriptor()
    } catch {
      throw .system(error)
    }
  }

  /// Ends the run at once; requests under way count as unfinished.
  public func stop() {
    wasThrown.store(true, ordering: .releasing)
    bell.ring()
  }

  var isThrown: Bool { wasThrown.load(ordering: .acquiring) }
}

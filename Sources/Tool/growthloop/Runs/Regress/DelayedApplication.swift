import GrowthloopTransport

/// An application that delays every response by additional work.
final class DelayedApplication: WebApplication {
  private let inner: any WebApplication
  private let delay: Duration

  init(_ inner: any WebApplication, by delay: Duration) {
    self.inner = inner
    self.delay = delay
  }

  func answer(_ request: borrowing WebRequest) -> WebAnswer {
    let end = ContinuousClock.now + delay
    while ContinuousClock.now < end {}
    return inner.answer(request)
  }

  func beginCommit(_ ready: @escaping @Sendable () -> Void) { inner.beginCommit(ready) }
  func endCommit() throws { try inner.endCommit() }
  func tick() -> Bool { inner.tick() }
}

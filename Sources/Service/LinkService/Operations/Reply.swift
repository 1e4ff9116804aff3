internal import GrowthloopTransport

/// The response to a call, and the commit it waits for.
struct Reply {
  let response: WebResponse
  let release: WebAnswer.Release
  /// Whether it is independent of stored data, so that it waits for no commit.
  var isFixed = false

  /// A response without new data.
  static func now(_ response: WebResponse) -> Reply { Reply(response: response, release: .now) }

  /// A response independent of stored data.
  static func fixed(_ response: WebResponse) -> Reply {
    Reply(response: response, release: .now, isFixed: true)
  }

  /// A response that waits until its changes are durable.
  static func afterCommit(_ response: WebResponse) -> Reply {
    Reply(response: response, release: .afterCommit)
  }
}

import TestSockets

/// A client that an array can hold.
final class Client {
  var raw: RawClient

  init(_ raw: consuming RawClient) {
    self.raw = raw
  }

  var hasNothing: Bool { raw.hasNothing }
}

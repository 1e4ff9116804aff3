/// Why a store cannot be opened, or cannot keep what it was given.
public enum StoreError: Error, Hashable, Sendable {
  /// Another process works on these files.
  case locked(path: String)
  /// The files can be read and not written.
  case readOnly(path: String)
  case diskFull(path: String)
  /// What stands in the file cannot have been written by this service.
  case corrupt(path: String, finding: String)
  /// An earlier release has written the folder, in files that are not sealed.
  case unsealed(path: String)
  /// The keys are wrapped under another root secret.
  case wrongSecret(path: String)
  /// Something is there already where something new is to be made.
  case exists(path: String)
  /// A copy of keys that is older than such a copy may be.
  case expired(path: String, days: Int, most: Int)
  /// A later release has written the file.
  case newerSchema(path: String, found: Int, known: Int)
  /// The system refused a call.
  case inputOutput(path: String, call: String, reason: String)
}

extension StoreError: CustomStringConvertible {
  /// What happened where, and what helps.
  public var description: String {
    switch self {
    case .locked(let path):
      "\(path) is in use by another process; stop that one, or choose another folder"
    case .readOnly(let path):
      "\(path) can be read but not written; links still resolve, nothing new is kept"
    case .diskFull(let path):
      "no room is left for \(path); free some, and writing goes on by itself"
    case .corrupt(let path, let finding):
      "\(path) is damaged: \(finding); restore it from a copy, for nothing was changed"
    case .unsealed(let path):
      "\(path) is of an earlier release, and can be read by anybody who has the file; seal it with "
        + "'growthloop store migrate'"
    case .wrongSecret(let path):
      "\(path) cannot be opened with this root secret; name the file that has the right one"
    case .exists(let path):
      "\(path) is there already; name another place, or move it away"
    case .expired(let path, let days, let most):
      "\(path) was copied \(days) days ago, and copies of keys are good for \(most): whoever was "
        + "deleted since must stay so; take a newer copy"
    case .newerSchema(let path, let found, let known):
      "\(path) has schema \(found), and this release knows \(known) at the most; use the newer one"
    case .inputOutput(let path, let call, let reason):
      "\(path): \(call) failed: \(reason)"
    }
  }
}

extension StoreError {
  /// Whether the same may succeed later without anybody's help.
  var mayPass: Bool {
    switch self {
    case .diskFull: true
    case .locked, .readOnly, .corrupt, .unsealed, .wrongSecret, .exists, .expired, .newerSchema,
      .inputOutput:
      false
    }
  }
}

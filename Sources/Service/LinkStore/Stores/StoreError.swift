/// The reason a store cannot be opened or written.
public enum StoreError: Error, Hashable, Sendable {
  /// Another process has these files open.
  case locked(path: String)
  /// The files are readable and not writable.
  case readOnly(path: String)
  case diskFull(path: String)
  /// The file has content that this service never writes.
  case corrupt(path: String, finding: String)
  /// The folder is of an earlier release, whose files are not sealed.
  case unsealed(path: String)
  /// The keys are wrapped under another root secret.
  case wrongSecret(path: String)
  /// The target of a new file or folder exists already.
  case exists(path: String)
  /// A copy of keys is older than allowed.
  case expired(path: String, days: Int, most: Int)
  /// The file is of a later release.
  case newerSchema(path: String, found: Int, known: Int)
  /// The file is whole, and does not belong to the others.
  case unfit(path: String, finding: String)
  /// A system call failed.
  case inputOutput(path: String, call: String, reason: String)
}

extension StoreError: CustomStringConvertible {
  /// The finding, its place, and a remedy.
  public var description: String {
    switch self {
    case .locked(let path):
      "\(path) is in use by another process; stop that one, or choose another folder"
    case .readOnly(let path):
      "\(path) can be read but not written; let the user who runs this write it"
    case .diskFull(let path):
      "no room is left for \(path); free some"
    case .corrupt(let path, let finding):
      "\(path) is damaged: \(finding); restore it from a copy, for nothing was changed"
    case .unsealed(let path):
      "\(path) is of an earlier release, which does not seal its files; seal it with "
        + "'growthloop store migrate'"
    case .wrongSecret(let path):
      "\(path) cannot be opened with this root secret; name the file that has the right one"
    case .exists(let path):
      "\(path) is there already; name another place, or move it away"
    case .expired(let path, let days, let most):
      "\(path) was copied \(days) days ago, and copies of keys are good for \(most): a user who was "
        + "deleted since must stay deleted; take a newer copy"
    case .newerSchema(let path, let found, let known):
      "\(path) has schema \(found), and this release supports \(known) at most; use the newer one"
    case .unfit(let path, let finding):
      "\(path) does not fit: \(finding)"
    case .inputOutput(let path, let call, let reason):
      "\(path): \(call) failed: \(reason)"
    }
  }
}

extension StoreError {
  /// Whether writing is tried again by itself, and may succeed.
  public var mayPass: Bool {
    switch self {
    case .diskFull: true
    case .locked, .readOnly, .corrupt, .unsealed, .wrongSecret, .exists, .expired, .newerSchema,
      .unfit, .inputOutput:
      false
    }
  }
}

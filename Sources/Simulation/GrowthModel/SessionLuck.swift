import RandomStreams

/// What chance has in store for a session: one block of it, so that a session costs no more.
struct SessionLuck {
  /// How long it is until the next one.
  let wait: Double
  /// Whether the member means to share, reviews duplicates, reaches a score.
  let intent, review, score: Double

  init(_ stream: RandomStream, person: UInt64, session: UInt32) {
    let block = stream.words(person, session)
    wait = block.openUniforms.0
    (_, intent, review, score) = block.uniforms
  }
}

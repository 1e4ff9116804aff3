import RandomStreams

/// The draws of a session, in one block, so that a session computes no more.
struct SessionDraws {
  /// The draw for the time to the next session.
  let wait: Double
  /// The draws for an unprompted share, for a review of duplicates, and for the score.
  let intent, review, score: Double

  init(_ stream: RandomStream, person: UInt64, session: UInt32) {
    let block = stream.words(person, session)
    wait = block.openUniforms.0
    (_, intent, review, score) = block.uniforms
  }
}

/// Returns a load plan of one kind of request, which needs nothing of its target.
func shortLoad(gates: String) -> String {
  """
  plan: load
  title: several
  arrivals: {rate: 200}
  length: 1500ms
  warmUp: 500ms
  mix: {landingTap: 0, previewFetch: 0, directOpen: 0, deferredResolution: 0, sharing: 0, accept: 0, \
  dashboard: 0, paths: {/: 1}}
  gates: [\(gates)]

  """
}

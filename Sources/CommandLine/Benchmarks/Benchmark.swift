// Filled by the first benchmarks.

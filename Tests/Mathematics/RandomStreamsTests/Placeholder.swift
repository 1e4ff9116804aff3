import RandomStreams
import Testing

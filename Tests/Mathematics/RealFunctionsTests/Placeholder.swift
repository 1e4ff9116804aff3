import RealFunctions
import Testing

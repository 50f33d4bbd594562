import Domain
import Feed

/// What a receiver would say of these fixes.
func nmea(_ fixes: [Fix]) -> String { fixes.map(NMEAWriter.sentences(of:)).joined() }

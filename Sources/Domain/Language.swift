/// The languages Milepost speaks to a person.
package enum Language: String, Sendable, CaseIterable { case en, ko }

/// Units of text; records always carry SI-like ones.
package enum Units: String, Sendable, CaseIterable { case metric, imperial }

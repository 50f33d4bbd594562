package import Domain

/// A place with what the steps reckon with; what they remember of a fix.
package struct Spot: Hashable, Sendable {
    package var coordinate: Coordinate
    /// Metres; 0 only for a coordinate set by hand, which has no error.
    package var accuracy: Double
    /// Metres per second; nil when the receiver told none.
    package var speed: Double?
    /// When it came, on the clock that durations are measured on.
    package var moment: Moment
    package var time: Timestamp?

    package init(
        _ coordinate: Coordinate, accuracy: Double, speed: Double? = nil, at moment: Moment,
        time: Timestamp? = nil
    ) {
        self.coordinate = coordinate
        self.accuracy = accuracy
        self.speed = speed
        self.moment = moment
        self.time = time
    }

    /// √(a²+b²) of the two accuracies, metres; noise is a multiple of it.
    package func error(with other: Spot) -> Double {
        (accuracy * accuracy + other.accuracy * other.accuracy).squareRoot()
    }

    /// True when the distance is under `factor` × √(a²+b²); equal is beyond.
    package func agrees(with other: Spot, factor: Double = Movement.noise) -> Bool {
        coordinate.distance(to: other.coordinate) < factor * error(with: other)
    }
}

/// One fix on its way through the steps; each adds what it finds.
package struct Sighting: Sendable {
    package var moment: Moment
    /// Told by the receiver, or assumed from a synchronised clock.
    package var time: Timestamp?
    /// Nil when the fix has no usable place.
    package var coordinate: Coordinate?
    package var isThreeD: Bool
    package var accuracy: Double
    package var speed: Double?
    /// Accuracy or time is an assumption.
    package var assumed: Bool
    /// Inaccurate, but passed all the same.
    package var coarse = false
    /// Metres from the reference; infinite when there is none.
    package var distance = Double.infinity
    package var rejections: Rejections = []

    /// Unknown, zero or nonsensical accuracy is assumed: 15 m for 3D, 50 m for 2D.
    ///
    /// A speed that is not a finite number from 0 up is unknown.
    package init(_ fix: Fix, at moment: Moment) {
        self.moment = moment
        isThreeD = fix.mode == .threeD
        if let told = fix.accuracy, told.isFinite, told > 0 {
            accuracy = told
            assumed = false
        } else {
            accuracy = isThreeD ? 15 : 50
            assumed = true
        }
        if let told = fix.speed, told.isFinite, told >= 0 { speed = told }
    }

    package var spot: Spot? {
        coordinate.map {
            Spot($0, accuracy: accuracy, speed: speed, at: moment, time: time)
        }
    }
}

/// A fix held back with what the steps found: the best while acquiring, the last good one.
struct Candidate: Sendable {
    var fix: Fix
    var spot: Spot
    var assumed: Bool
}

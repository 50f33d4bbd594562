import Glibc

// What is done to a line of JSON before libgps gets it; each line ends with a NUL.

/// The closing brace of the object at `start`, which has no object within.
func endOfObject(_ start: UnsafeMutablePointer<CChar>) -> UnsafeMutablePointer<CChar>? {
    var position = start
    var isString = false
    while position[0] != 0 {
        switch position[0] {
        case 34: isString.toggle()
        case 92 where isString && position[1] != 0: position += 1
        case 125 where !isString: return position
        default: break
        }
        position += 1
    }
    return nil
}

/// Takes white space outside strings out, as libgps wants `"class":"TPV"` without.
func removeSpaces(_ line: UnsafeMutablePointer<CChar>) {
    var from = line
    var to = line
    var isString = false
    while from[0] != 0 {
        if from[0] == 34 { isString.toggle() }
        if from[0] == 92, isString, from[1] != 0 {
            to[0] = from[0]
            from += 1
            to += 1
        } else if !isString, isspace(Int32(from[0])) != 0 {
            from += 1
            continue
        }
        to[0] = from[0]
        from += 1
        to += 1
    }
    to[0] = 0
}

func bytes(
    _ start: UnsafeMutablePointer<CChar>, _ end: UnsafeMutablePointer<CChar>
) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start, count: end - start)
}

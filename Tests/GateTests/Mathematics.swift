import Glibc

func logarithm(_ x: Double) -> Double { log(x) }
func cosine(_ x: Double) -> Double { cos(x) }

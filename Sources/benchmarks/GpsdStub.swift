/// A gpsd that reports what it is told to report.
final class GpsdStub {
    private let listener: Loopback
    var port: UInt16 { listener.port }

    init() throws { listener = try Loopback() }

    /// The next client, greeted and watching; `who` is named when it does not come.
    func client(_ who: String) throws -> Peer {
        guard let client = listener.accept(within: 20) else {
            throw Failure("\(who) does not connect to gpsd on port \(port)")
        }
        client.send(
            #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#
                + "\r\n")
        while let line = client.line(within: 20) {
            guard line.hasPrefix("?WATCH") else { continue }
            client.send(
                #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyACM0","#
                    + #""driver":"u-blox","activated":"2026-01-01T00:00:00.000Z","native":1,"#
                    + #""bps":9600,"parity":"N","stopbits":1,"cycle":1.00}]}"# + "\r\n"
                    + #"{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":0,"#
                    + #""scaled":false,"timing":false,"split24":false,"pps":false}"# + "\r\n")
            return client
        }
        throw Failure("\(who) does not ask gpsd for reports")
    }
}

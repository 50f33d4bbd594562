import Testing
import Wiring

@Suite("A secret")
struct SecretTests {
    @Test("W21 whatever prints it does not show it")
    func hidden() {
        struct Holder { let secret: Secret }
        let secret = Secret("0123456789abcdef")
        var dumped = ""
        dump(Holder(secret: secret), to: &dumped)
        let shown = [
            "\(secret)", String(describing: secret), String(reflecting: secret),
            "\(Holder(secret: secret))", "\([secret])", "\(secret as Any)", dumped,
            "\(Mirror(reflecting: secret).children.map(\.value))",
        ]
        #expect(shown.allSatisfy { !$0.contains("0123") })
        #expect(shown.first == "(hidden)")
        #expect(secret.reveal() == "0123456789abcdef")
    }
}

import Testing
import Wiring

@Suite("What a setting accepts")
struct SettingTypeTests {
    @Test(
        "right values",
        arguments: [
            "gpsd.port = 1", "gpsd.port = 65535", "gate.min_distance_m = 0",
            "gate.min_distance_m = 0.5", "gate.min_distance_m = 1_000", "contact = \"\"",
            "gate.profile = \"every-fix\"", "weather.providers = []",
            "providers.nominatim.base_url = \"http://[::1]:8080/nominatim\"",
            "log = [{ time_zone = \"Asia/Seoul\" }]", "log = [{ time_zone = \"UTC\" }]",
            "log = [{ time_zone = \"America/Argentina/Buenos_Aires\" }]",
            "log = [{ time_zone = \"Etc/GMT+9\" }]", "log = []",
            "mqtt.url = \"\"", "mqtt.url = \"mqtts://pi.local:8884\"",
            "mqtt.topic = \"a/{device}\"",
            "mqtt.tracker_id = \"\"", "mqtt.device = \"My van\"",
        ])
    func accepts(toml: String) {
        #expect(faults(in: toml) == [])
    }

    @Test(
        "wrong values, each with what would be right",
        arguments: [
            ("gpsd.port = 0", "a whole number from 1 to 65535, not 0"),
            ("gpsd.port = 65536", "a whole number from 1 to 65535, not 65536"),
            ("gpsd.port = 2947.0", "a whole number from 1 to 65535, not 2947"),
            ("gpsd.stale_after_s = 0.5", "a number from 1 to 3600 s, not 0.5"),
            ("gpsd.stale_after_s = nan", "a number from 1 to 3600 s, not nan"),
            ("gpsd.stale_after_s = inf", "a number from 1 to 3600 s, not inf"),
            ("gpsd.stale_after_s = true", "a number from 1 to 3600 s, not true"),
            ("gpsd.host = \"\"", "not empty"),
            ("gpsd.host = [\"a\"]", "not [\"a\"]"),
            ("language = 5", "\"en\" or \"ko\", not 5"),
            ("language = 1979-05-27", "not 1979-05-27"),
            ("language = { a = 1 }", "not a section"),
            ("units = \"metirc\"", "not \"metirc\"; did you mean metric?"),
            ("contact = \"a\\r\\nHost: b\"", "not \"a Host: b\""),
            ("weather.providers = \"open-meteo\"", "a list of "),
            ("weather.providers = [\"open-meto\"]", "did you mean open-meteo?"),
            ("weather.providers = [\"open-meteo\", \"open-meteo\"]", "none twice"),
            ("address.providers = [5]", "not [5]"),
            ("providers.nominatim.base_url = \"ftp://h\"", "a URL like"),
            ("providers.nominatim.base_url = \"http://\"", "a URL like"),
            ("providers.nominatim.base_url = \"http:///x\"", "a URL like"),
            ("providers.nominatim.base_url = \"https://h/?a=b\"", "a URL like"),
            ("providers.nominatim.base_url = \"https://u:p@h\"", "a URL like"),
            ("providers.nominatim.base_url = \"https://h/ x\"", "a URL like"),
            ("log = [{ time_zone = \"../../etc/passwd\" }]", "\"local\", \"UTC\" or a name"),
            ("log = [{ time_zone = \"Mars/Olympus\" }]", "\"local\", \"UTC\" or a name"),
            ("log = [{ time_zone = \"\" }]", "\"local\", \"UTC\" or a name"),
            ("mqtt.url = \"mqtt://jane:SECRET@pi\"", "a URL like \"mqtts://host:8883\""),
            ("mqtt.url = \"http://pi\"", "a URL like \"mqtts://host:8883\""),
            ("mqtt.topic = \"a/#\"", "a topic of MQTT"), ("mqtt.topic = \"\"", "a topic of MQTT"),
            ("mqtt.base_topic = \"a/{name}\"", "a topic of MQTT"),
            ("mqtt.client_id = \"a/b\"", "without / + # and spaces"),
            ("mqtt.queue_days = 0", "from 1 to 3650"),
            ("log = [{ path = \"\" }]", "a path in quotes, not empty"),
        ])
    func refuses(toml: String, wish: String) {
        let faults = faults(in: toml)
        #expect(faults.count == 1)
        #expect(faults.first?.contains(" must be ") == true)
        #expect(faults.first?.contains(wish) == true, "\(faults)")
    }

    @Test(
        "W21 a URL that may hold a key or a password is not shown",
        arguments: ["https://h/?appid=0123456789abcdef", "https://kim:0123456789abcdef@h"])
    func secretURL(url: String) {
        let faults = faults(in: "providers.openweathermap.base_url = \"\(url)\"")
        #expect(
            faults == [
                "x.toml:1: providers.openweathermap.base_url must be a URL like"
                    + " \"https://host/path\", without password or question mark"
            ])
    }
}

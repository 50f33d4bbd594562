import Domain
import Record
import Testing

@Suite("Text of mileposts")
struct TextRendererMilepostTests {
    private func lines(_ milepost: Milepost, _ renderer: TextRenderer) -> [String] {
        renderer.render(.milepost(milepost)).split(separator: "\n").map(String.init)
    }

    @Test("all parts in English, metric")
    func english() throws {
        #expect(
            try Samples.renderer(.en).render(.milepost(Samples.milepost(language: .en))) == """
                #12   Address    31 Sejong-daero, Jung-gu, Seoul · nominatim
                      Weather    Rain, 8.4 °C, feels like 6.1 °C
                                 NW wind 12 km/h · gusts 25 km/h · humidity 81% · 1013 hPa
                                 rain 0.4 mm/h · clouds 90% · visibility 10 km
                                 sunrise 07:26 · sunset 17:14 · Seoul · observed 14:00
                                 openweathermap
                      Forecast   Mon 30 Nov  Rain             3 … 9 °C   80%   4.2 mm
                                 Tue 1 Dec   Partly cloudy    1 … 8 °C   25%   0.0 mm
                                 Wed 2 Dec   Clear           -1 … 7 °C    0%   0.0 mm
                                 Thu 3 Dec   Snow            -3 … 6 °C   75%   3.9 mm
                                 Fri 4 Dec   Sleet showers  -11 … 0 °C  100%  15.2 mm
                                 ▁▂▃▄▅▆▇█
                                 -2 … 5 °C until Tue 1 Dec 12:00 · openweathermap

                """)
    }

    // 8.44 °C = 47.2 °F, 6.1 = 43.0; 3.3 m/s = 7.4 mph, 6.9 = 15.4; 1013 hPa = 29.91 inHg; 0.4 mm = 0.016 in;
    // days: 37.0…48.9, 33.4…47.1, 29.8…45.3, 26.2…43.5, 11.8…31.3 °F; hours −2…5 °C = 28.4…41 °F.
    @Test("all parts in English, imperial")
    func imperial() throws {
        #expect(
            try Samples.renderer(.en, .imperial).render(.milepost(Samples.milepost(language: .en)))
                == """
                #12   Address    31 Sejong-daero, Jung-gu, Seoul · nominatim
                      Weather    Rain, 47.2 °F, feels like 43.0 °F
                                 NW wind 7 mph · gusts 15 mph · humidity 81% · 29.91 inHg
                                 rain 0.02 in/h · clouds 90% · visibility 6.2 mi
                                 sunrise 07:26 · sunset 17:14 · Seoul · observed 14:00
                                 openweathermap
                      Forecast   Mon 30 Nov  Rain           37 … 49 °F   80%  0.17 in
                                 Tue 1 Dec   Partly cloudy  33 … 47 °F   25%  0.00 in
                                 Wed 2 Dec   Clear          30 … 45 °F    0%  0.00 in
                                 Thu 3 Dec   Snow           26 … 44 °F   75%  0.15 in
                                 Fri 4 Dec   Sleet showers  12 … 31 °F  100%  0.60 in
                                 ▁▂▃▄▅▆▇█
                                 28 … 41 °F until Tue 1 Dec 12:00 · openweathermap

                """)
    }

    @Test("all parts in Korean, metric, with wide characters aligned")
    func korean() throws {
        #expect(
            try Samples.renderer(.ko).render(.milepost(Samples.milepost(language: .ko))) == """
                #12   주소    서울특별시 중구 세종대로 31 · nominatim
                      날씨    비, 8.4°C, 체감 6.1°C
                              북서풍 3.3m/s · 순간 최대 6.9m/s · 습도 81% · 1013hPa
                              1시간 강수 0.4mm · 구름 90% · 가시거리 10km
                              일출 07:26 · 일몰 17:14 · Seoul · 14:00 관측 · openweathermap
                      예보    11월 30일 (월)  비                 3 ~ 9°C   80%   4.2mm
                              12월 1일 (화)   구름 조금          1 ~ 8°C   25%   0.0mm
                              12월 2일 (수)   맑음              -1 ~ 7°C    0%   0.0mm
                              12월 3일 (목)   눈                -3 ~ 6°C   75%   3.9mm
                              12월 4일 (금)   소낙성 진눈깨비  -11 ~ 0°C  100%  15.2mm
                              ▁▂▃▄▅▆▇█
                              -2 ~ 5°C 12월 1일 (화) 12:00까지 · openweathermap

                """)
    }

    @Test("all parts in Korean, imperial")
    func koreanImperial() throws {
        let text = try Samples.renderer(.ko, .imperial)
            .render(.milepost(Samples.milepost(language: .ko)))
        #expect(
            text.split(separator: "\n").prefix(6) == [
                "#12   주소    서울특별시 중구 세종대로 31 · nominatim",
                "      날씨    비, 47.2°F, 체감 43.0°F",
                "              북서풍 7mph · 순간 최대 15mph · 습도 81% · 29.91inHg",
                "              1시간 강수 0.02in · 구름 90% · 가시거리 6.2mi",
                "              일출 07:26 · 일몰 17:14 · Seoul · 14:00 관측 · openweathermap",
                "      예보    11월 30일 (월)  비               37 ~ 49°F   80%  0.17in",
            ])
    }

    @Test("only what changed, with the number at its first line")
    func onlyWeather() throws {
        var milepost = Milepost(fix: try Samples.fix())
        milepost.weather = Weather(provider: "open-meteo")
        milepost.weather?.temperature = -0.04
        milepost.weather?.windSpeed = 2
        milepost.changed = [.weather]
        #expect(
            try lines(milepost, Samples.renderer(.en)) == [
                "#12   Weather    0.0 °C", "                 wind 7 km/h",
                "                 open-meteo",
            ])
    }

    @Test("a failed part says why, and when it is tried again")
    func failures() throws {
        var milepost = Milepost(fix: try Samples.fix())
        milepost.failures = [
            LookupFailure(
                part: .address, provider: "nominatim", code: .timeout,
                message: "No answer within 15 s."),
            LookupFailure(
                part: .forecast, provider: "open-meteo", code: .rateLimited,
                message: "Status 429.", retryAt: Samples.time.adding(seconds: 600)),
            LookupFailure(
                part: .weather, provider: "kma", code: .quota, message: "10,000 a day.",
                retryAt: Timestamp(rfc3339: "2026-11-30T15:00:00Z")),
        ]
        #expect(
            try lines(milepost, Samples.renderer(.en)) == [
                "#12   Failed     address: no answer in time (nominatim) · No answer within 15 s.",
                "      Failed     forecast: too many requests (open-meteo) · Status 429.",
                "                 again after 14:13",
                "      Failed     weather: the day's quota is used up (kma) · 10,000 a day.",
                "                 again after Tue 1 Dec 00:00",
            ])
        #expect(
            try lines(milepost, Samples.renderer(.ko, width: 100)) == [
                "#12   실패    주소: 제시간에 응답 없음 (nominatim) · No answer within 15 s.",
                "      실패    예보: 요청이 너무 많음 (open-meteo) · Status 429. · 14:13 이후 다시 시도",
                "      실패    날씨: 하루 할당량을 다 씀 (kma) · 10,000 a day. · 12월 1일 (화) 00:00 이후 다시 시도",
            ])
    }

    /// The labels of the fact sheet, section 7.
    @Test(
        "conditions in Korean",
        arguments: [
            ("clear", "맑음"), ("mostlyClear", "대체로 맑음"), ("partlyCloudy", "구름 조금"),
            ("cloudy", "구름 많음"), ("overcast", "흐림"), ("fog", "안개"), ("mist", "박무"),
            ("haze", "연무"), ("smoke", "연기"), ("dust", "먼지"), ("sand", "모래바람"), ("ash", "화산재"),
            ("drizzle", "이슬비"), ("freezingDrizzle", "어는 이슬비"), ("rain", "비"),
            ("freezingRain", "어는 비"), ("rainShowers", "소나기"), ("sleet", "진눈깨비"),
            ("sleetShowers", "소낙성 진눈깨비"), ("snow", "눈"), ("snowGrains", "싸락눈"),
            ("snowShowers", "소낙눈"), ("thunderstorm", "뇌우"), ("squall", "돌풍"),
            ("tornado", "토네이도"), ("unknown", "알 수 없음"),
        ])
    func koreanCondition(name: String, label: String) throws {
        var milepost = Milepost(fix: try Samples.fix())
        milepost.weather = Weather(provider: "p")
        let kind = try #require(Condition.Kind(rawValue: name))
        milepost.weather?.condition = Condition(kind, rawCode: "")
        milepost.changed = [.weather]
        #expect(try lines(milepost, Samples.renderer(.ko)).first == "#12   날씨    \(label)")
    }

    @Test("the provider's own words where the condition is not known")
    func description() throws {
        var milepost = Milepost(fix: try Samples.fix())
        milepost.weather = Weather(provider: "p")
        milepost.weather?.condition = Condition(.unknown, rawCode: "999")
        milepost.weather?.description = "raining\u{1B}[2J frogs"
        milepost.changed = [.weather]
        #expect(
            try lines(milepost, Samples.renderer(.en)).first
                == "#12   Weather    raining\\u001b[2J frogs")
    }

    @Test("L21 C05 nothing from outside moves the cursor or ends a line")
    func outsideText() throws {
        let evil = "a\nb\r\u{1B}[31m\u{202E}c\u{2028}d\u{7}"
        var milepost = try Samples.milepost(language: .en)
        milepost.address = Address(label: evil, provider: evil)
        milepost.weather?.station = evil
        milepost.weather?.provider = evil
        milepost.forecast?.provider = evil
        milepost.failures = [
            LookupFailure(part: .address, provider: evil, code: .server, message: evil)
        ]
        let text = try Samples.renderer(.en).render(.milepost(milepost))
        #expect(text.unicodeScalars.filter { $0.isUnprintable && $0 != "\n" }.isEmpty)
        #expect(
            text.hasPrefix(
                "#12   Address    a b \\u001b[31m\\u202ec d\\u0007 · a b \\u001b[31m\\u202ec d\\u0007\n"
            ))
    }
}

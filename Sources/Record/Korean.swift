import Domain

/// What Milepost says in Korean.
struct Korean: Words {
    let unitSpace = ""
    let windInMetresPerSecond = true
    let rangeSeparator = " ~ "
    let clockNotSet = "시각 미설정"
    let noTime = "시각 없음"
    let noCoordinate = "좌표 없음"
    let noFixYet = "아직 없음"
    let nothingFound = "찾지 못했습니다."
    let namesTold = "검색한 이름"
    let fixesTold = "기록된 정확한 위치와 그곳에서 찾은 정보"
    let keyTold = "인증키"
    let languageTold = "언어"
    let notAskedWithoutKey = "없음 (인증키가 없어 조회하지 않음)"
    let notAskedWithoutContact = "없음 (연락처가 없어 조회하지 않음)"
    let notAskedAnyMore = "더는 없음"
    let nothingLeaves = "아무것도 전송하지 않습니다. 모두 이 기기에서 찾습니다."

    func label(_ label: Label) -> String {
        switch label {
        case .mode: "모드"
        case .receiver: "수신기"
        case .fix: "위치"
        case .address: "주소"
        case .weather: "날씨"
        case .forecast: "예보"
        case .failed: "실패"
        case .fixes: "수신"
        case .accepted: "기록"
        case .rejected: "제외"
        case .track: "경로"
        case .distance: "거리"
        case .requests: "요청"
        case .time: "시간"
        case .providers: "제공처"
        case .queue: "대기"
        case .mqtt: "MQTT"
        case .told: "전송"
        }
    }

    func part(_ part: Part) -> String {
        switch part {
        case .address: "주소"
        case .weather: "날씨"
        case .forecast: "예보"
        }
    }

    func date(_ date: LocalDate) -> String {
        let weekdays = ["일", "월", "화", "수", "목", "금", "토"]
        return "\(date.month)월 \(date.day)일 (\(weekdays[date.weekday]))"
    }

    func dateWithYear(_ date: LocalDate) -> String { "\(date.year)년 \(self.date(date))" }

    func duration(_ seconds: Int) -> String {
        twoLargest(seconds, units: ["일", "시간", "분", "초"])
    }
    func seconds(_ number: String) -> String { "\(number)초" }
    func ago(_ duration: String) -> String { "\(duration) 전" }
    func since(_ time: String) -> String { "\(time)부터" }
    func until(_ time: String) -> String { "\(time)까지" }
    func upTo(_ speed: String) -> String { "최고 \(speed)" }
    func again(_ time: String) -> String { "\(time) 이후 다시 시도" }

    func isConnected(_ isConnected: Bool) -> String {
        isConnected ? "연결됨" : "연결 안 됨"
    }
    func waiting(_ count: String) -> String { "대기 \(count)건" }
    func oldest(_ time: String) -> String { "가장 오래된 것 \(time)" }

    func mode(_ mode: Mode) -> String {
        switch mode {
        case .tracking: "추적 중"
        case .acquiring: "첫 위치 확인 중"
        case .refreshing: "새 위치 확인 중"
        case .overridden: "직접 지정한 위치"
        case .paused: "일시 정지"
        }
    }

    func remedy(_ mode: Mode) -> String? {
        switch mode {
        case .tracking, .acquiring, .refreshing: nil
        case .overridden: "수신기 위치로 돌아가려면: milepost override --clear"
        case .paused: "다시 시작하려면: milepost resume"
        }
    }

    func receiver(_ state: ReceiverState) -> String {
        switch state {
        case .waitingForGpsd: "gpsd 기다리는 중"
        case .noDevice: "수신기 없음"
        case .noFix: "위치 미확인"
        case .stale: "수신기 응답 없음"
        case .fix: "위치 수신 중"
        }
    }

    func remedy(_ state: ReceiverState) -> String? {
        switch state {
        case .waitingForGpsd: "gpsd를 시작하세요: sudo systemctl start gpsd.socket"
        case .noDevice: "수신기를 연결하거나 gpsd에 알려 주세요: sudo gpsdctl add /dev/ttyACM0"
        case .noFix: "안테나를 하늘이 보이는 곳에 두고 몇 분 기다리세요."
        case .stale: "수신기 케이블을 확인하세요. gpsd가 받는 내용은 cgps로 볼 수 있습니다."
        case .fix: nil
        }
    }

    func reason(_ reason: AcceptedFix.Reason) -> String {
        switch reason {
        case .first: "첫 위치"
        case .distance: "이동"
        case .stopped: "정지"
        case .heartbeat: "정기 기록"
        case .lost: "수신이나 기록이 끝나기 전 마지막 위치"
        case .improved: "더 정확한 위치"
        case .refresh: "요청한 위치"
        case .override: "직접 지정"
        case .resumed: "추적 재개"
        case .coarse: "부정확"
        case .assumed: "일부 추정"
        }
    }

    func reason(_ reason: RejectReason) -> String {
        switch reason {
        case .noFix: "위치 미확인"
        case .badCoordinate: "잘못된 좌표"
        case .nullIsland: "0,0은 위치가 아님"
        case .noTime: "시각 없음"
        case .implausibleTime: "믿을 수 없는 시각"
        case .outOfOrder: "이전보다 오래된 시각"
        case .duplicate: "같은 시각 반복"
        case .otherDevice: "다른 수신기"
        case .inaccurate: "정확도 부족"
        case .jump: "불가능한 이동"
        case .near: "이전 위치와 너무 가까움"
        case .debounced: "이전 기록 직후"
        }
    }

    func failure(_ code: LookupFailure.Code) -> String {
        switch code {
        case .notFound: "이 위치의 정보가 없음"
        case .notCovered: "서비스 지역이 아님"
        case .noKey: "키가 설정되지 않음"
        case .noContact: "연락처가 설정되지 않음"
        case .refused: "키 또는 프로그램이 거부됨"
        case .rateLimited: "요청이 너무 많음"
        case .quota: "하루 할당량을 다 씀"
        case .timeout: "제시간에 응답 없음"
        case .network: "연결할 수 없음"
        case .server: "서버 오류"
        case .badAnswer: "읽을 수 없는 응답"
        case .badRequest: "잘못된 요청"
        case .clock: "이 기기의 시계가 맞지 않음"
        }
    }

    func condition(_ kind: Condition.Kind) -> String {
        switch kind {
        case .unknown: "알 수 없음"
        case .clear: "맑음"
        case .mostlyClear: "대체로 맑음"
        case .partlyCloudy: "구름 조금"
        case .cloudy: "구름 많음"
        case .overcast: "흐림"
        case .haze: "연무"
        case .mist: "박무"
        case .smoke: "연기"
        case .dust: "먼지"
        case .sand: "모래바람"
        case .fog: "안개"
        case .drizzle: "이슬비"
        case .snowGrains: "싸락눈"
        case .rainShowers: "소나기"
        case .rain: "비"
        case .sleetShowers: "소낙성 진눈깨비"
        case .sleet: "진눈깨비"
        case .snowShowers: "소낙눈"
        case .snow: "눈"
        case .freezingDrizzle: "어는 이슬비"
        case .freezingRain: "어는 비"
        case .squall: "돌풍"
        case .thunderstorm: "뇌우"
        case .ash: "화산재"
        case .tornado: "토네이도"
        }
    }

    func compass(_ eighth: Int) -> String {
        ["북", "북동", "동", "남동", "남", "남서", "서", "북서"][eighth]
    }
    func heading(_ direction: String) -> String { "\(direction)쪽" }
    func wind(_ speed: String, from direction: String?) -> String {
        direction.map { "\($0)풍 \(speed)" } ?? "바람 \(speed)"
    }
    func gusts(_ speed: String) -> String { "순간 최대 \(speed)" }
    func feelsLike(_ temperature: String) -> String { "체감 \(temperature)" }
    func humidity(_ percent: String) -> String { "습도 \(percent)" }
    func clouds(_ percent: String) -> String { "구름 \(percent)" }
    func visibility(_ distance: String) -> String { "가시거리 \(distance)" }
    func rain(_ amount: String) -> String { "1시간 강수 \(amount)" }
    func snow(_ amount: String) -> String { "1시간 눈 \(amount)" }
    func sunrise(_ time: String) -> String { "일출 \(time)" }
    func sunset(_ time: String) -> String { "일몰 \(time)" }
    func observed(_ time: String) -> String { "\(time) 관측" }
    func issued(_ time: String) -> String { "\(time) 발표" }

    func fromLast(_ distance: String) -> String { "이전 위치에서 \(distance)" }
    func altitude(_ length: String) -> String { "고도 \(length)" }
    func satellites(_ count: Int) -> String { "위성 \(count)개" }
    func source(_ source: Fix.Source) -> String {
        switch source {
        case .gpsd: "gpsd"
        case .recording: "기록 파일"
        case .simulated: "모의 주행"
        case .manual: "직접 입력"
        }
    }
    func rejected(_ reasons: String) -> String { "제외: \(reasons)" }
    func superseded(parts: String, by: String) -> String { "조회 중단 (\(parts)): 새 위치 \(by)" }

    func placeTold(to distance: String, for part: String) -> String {
        "\(part): \(distance) 단위의 위치"
    }
    func lastDay(_ requests: String) -> String { "최근 24시간 \(requests)" }
    func column(_ column: TuningColumn) -> String {
        switch column {
        case .settings: "설정"
        case .accepted: "기록"
        case .requests: "요청"
        case .trackPoints: "경로 점"
        case .greatestGap: "최대 간격"
        case .longestStretch: "최장 구간"
        }
    }

    func points(_ count: String) -> String { "\(count)점" }
    func requests(_ count: Int) -> String { "요청 \(grouped(count))회" }
    func failed(_ count: Int) -> String { "실패 \(grouped(count))회" }
    func fromCache(_ count: String) -> String { "캐시 \(count)" }
    func cancelled(_ count: String) -> String { "취소 \(count)" }
    func blocked(_ reason: String) -> String { "요청 중지: \(reason)" }
    func stale(_ age: String) -> String { "오래된 위치 (\(age) 전): 현재 위치가 아님" }
}

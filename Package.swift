// swift-tools-version: 6.0
import PackageDescription

// One set of rules for every Swift target. Nothing newer than Swift 6.0, which Debian 13 ships.
let strict: [SwiftSetting] = [
    // SE-0335: an existential is always spelt `any`.
    .enableUpcomingFeature("ExistentialAny"),
    // SE-0409: what a module re-exports is said.
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// A C library of the system: a module map and inline shims, nothing else.
func system(_ name: String, apt: String) -> Target {
    .systemLibrary(name: name, path: "Sources/\(name)", providers: [.apt([apt])])
}

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

// Relative relocations in a tenth of the space: the loader reads all of them, and what it reads stays resident.
let packed: [LinkerSetting] = [
    .unsafeFlags(
        ["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"],
        .when(configuration: .release))
]

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: dependencies + ["TestSupport"], exclude: exclude,
        swiftSettings: strict)
}

// The order is the data flow: a module depends only on modules above it, and no stage on its sibling.
let package = Package(
    name: "milepost",
    products: [.executable(name: "milepost", targets: ["milepost"])],
    targets: [
        system("CCurl", apt: "libcurl4-openssl-dev"),
        system("CExpat", apt: "libexpat1-dev"),
        system("CGPS", apt: "libgps-dev"),
        // The data only: a C target, as a Swift one with resources would bring full Foundation in.
        .target(
            name: "CGazetteer",
            resources: [
                .copy("README.md"), .copy("countries.tsv"), .copy("names.tsv"), .copy("places.tsv"),
            ]),
        .systemLibrary(name: "CLinux"),
        system("CMicroHTTPD", apt: "libmicrohttpd-dev"),
        system("CMosquitto", apt: "libmosquitto-dev"),
        system("CSQLite", apt: "libsqlite3-dev"),
        system("CSystemd", apt: "libsystemd-dev"),
        .target(name: "CTOML"),
        system("CZlib", apt: "zlib1g-dev"),
        module("Concurrency"),
        module("Database", ["CSQLite"]),
        module("Domain"),
        module("Feed", ["CExpat", "CGPS", "CZlib", "Concurrency", "Domain"]),
        module("Gate", ["Domain"]),
        module("Gazetteer", ["CGazetteer", "CLinux", "Concurrency", "Database", "Domain"]),
        module("HTTP", ["CCurl", "Concurrency"]),
        module("Lookup", ["Concurrency", "Database", "Domain", "HTTP"]),
        module("Publish", ["CMosquitto", "Concurrency", "Database", "Domain"]),
        module("Record", ["CZlib", "Concurrency", "Database", "Domain"]),
        module("Store", ["Concurrency", "Database", "Domain"]),
        module("Web", ["CMicroHTTPD", "Concurrency", "Domain"]),
        module(
            "Wiring",
            [
                "CLinux", "CSystemd", "CTOML", "Concurrency", "Database", "Domain", "Feed", "Gate",
                "Gazetteer", "HTTP", "Lookup", "Publish", "Record", "Store", "Web",
            ]),
        .executableTarget(
            name: "benchmarks",
            // On the command too, as it is what they start.
            dependencies: [
                "CGPS", "CLinux", "Domain", "Feed", "Gate", "Gazetteer", "Lookup", "Store",
                "Wiring", "milepost",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "milepost",
            dependencies: [
                "CLinux", "Concurrency", "Domain", "Feed", "Gate", "Gazetteer", "HTTP", "Lookup",
                "Publish", "Record", "Store", "Web", "Wiring",
            ],
            swiftSettings: strict, linkerSettings: packed),
        .target(
            name: "TestSupport", dependencies: ["Concurrency", "Domain"],
            path: "Tests/TestSupport", swiftSettings: strict),
        tests("Concurrency", ["Concurrency"]),
        tests("Database", ["Database"]),
        tests("Domain", ["Domain"]),
        tests("Feed", ["Feed", "Domain"], exclude: ["Fixtures"]),
        tests("Gate", ["Gate", "Domain"]),
        tests("Gazetteer", ["Gazetteer", "Concurrency", "Database", "Domain"]),
        tests("HTTP", ["HTTP"]),
        tests(
            "Lookup", ["Lookup", "Concurrency", "Database", "Domain", "HTTP"], exclude: ["Fixtures"]
        ),
        tests("Publish", ["Publish", "Concurrency", "Database", "Domain"]),
        tests("Record", ["CExpat", "CZlib", "Record", "Domain"]),
        tests("Store", ["Store", "Concurrency", "Database", "Domain"]),
        tests("Web", ["Web", "Concurrency", "Domain", "HTTP"]),
        tests(
            "Wiring",
            [
                "Wiring", "Concurrency", "Domain", "Feed", "Gate", "Gazetteer", "HTTP", "Lookup",
                "Record", "Store", "Web",
            ]),
        tests("Command", ["milepost", "Domain", "Wiring"]),
        tests("EndToEnd", ["milepost", "Concurrency", "Domain", "Feed", "Wiring"]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

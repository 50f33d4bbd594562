import Wiring

/// milepost.toml(5), made of the table of settings.
enum SettingsManPage {
    static var text: String {
        var page = Roff("milepost.toml", section: 5, title: "File Formats")
        page.section("NAME")
        page.lines(["milepost.toml \\- the settings of milepost"])
        page.section("DESCRIPTION")
        page.paragraph(
            "A file in TOML. With none at all everything has a default that works. `milepost config"
                + " defaults` prints a file with every setting at its default, `milepost config check` finds"
                + " mistakes, and `milepost config show` tells what is in force and where it was set."
        )
        page.paragraph(
            "Read in this order, each beating what was before: /etc/milepost/milepost.toml,"
                + " $XDG_CONFIG_HOME/milepost/milepost.toml (~/.config), the file of `--config`, the variables"
                + " named below, `--set` key=value.")
        page.paragraph(
            "The key of a service never stands in this file, only the path of a file with it.")
        page.section("SETTINGS")
        var section = ""
        for setting in SettingsTable.all {
            if setting.section != section {
                section = setting.section
                page.subsection("[\(section)]")
            }
            add(setting.name, setting.fallback, setting.documentation, to: &page)
            page.continueItem("Variable: `\(setting.variable)`.")
        }
        add(logTable, to: &page)
        add(zoneTable, to: &page)
        page.section("SEE ALSO")
        page.lines(["\(Roff.bold("milepost"))(1)"])
        return page.text
    }

    private static func add<Section>(_ list: SectionList<Section>, to page: inout Roff) {
        page.subsection("[[\(list.key)]]")
        page.paragraph(list.summary)
        for field in list.fields {
            add(field.name, field.fallback, field.documentation, to: &page)
        }
    }

    private static func add(
        _ name: String, _ fallback: SettingValue, _ documentation: String, to page: inout Roff
    ) {
        page.item("\(Roff.bold(name)) = \(Roff.italic(fallback.toml))", documentation)
    }
}

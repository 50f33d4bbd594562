/// The row that a statement stands on; only to be read inside the call that hands it out.
package struct Row {
    private let statement: Statement

    init(_ statement: Statement) { self.statement = statement }

    /// The value of a column, counted from 0, as what it was stored.
    package subscript(_ column: Int) -> SQLValue { statement.column(Int32(column)) }

    /// Every column of it.
    package var values: [SQLValue] { (0..<statement.columnCount).map(statement.column) }

    /// The column as a number; 0 for what is none.
    package func double(_ column: Int) -> Double { statement.double(Int32(column)) }

    /// The column as a whole number; 0 for what is none.
    package func int64(_ column: Int) -> Int64 { statement.int64(Int32(column)) }

    /// The bytes of a text or blob where SQLite has them, without a copy.
    package func withBytes<Result>(
        _ column: Int, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        body(statement.bytes(Int32(column)))
    }
}

import Database

/// What `body` throws; Swift 6.0's `#expect(throws:)` does not give it back.
func thrown(_ body: () throws(DatabaseError) -> Void) -> DatabaseError? {
    do throws(DatabaseError) {
        try body()
        return nil
    } catch {
        return error
    }
}

/** Why a database cannot be used, in one sentence for the operator. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
}

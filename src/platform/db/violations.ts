import pg from 'pg'

/** Whether an error, or what caused it, is Postgres refusing a second row with the same key. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (error instanceof pg.DatabaseError) return error.code === '23505' && error.constraint === constraint
  return error instanceof Error && error.cause !== undefined && isUniqueViolation(error.cause, constraint)
}

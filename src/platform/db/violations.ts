import pg from 'pg'

/** Whether the error, or its cause, is a violation of this unique constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (error instanceof pg.DatabaseError) return error.code === '23505' && error.constraint === constraint
  return error instanceof Error && error.cause !== undefined && isUniqueViolation(error.cause, constraint)
}

const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])
// 57P0x: the server is shutting down, has crashed or is starting. 53300: no connection left. 53200: out of
// memory. 57014 and 25P03: a time limit, as for queries that were running while the server hung.
const serverCodes = new Set(['57P01', '57P02', '57P03', '53300', '53200', '57014', '25P03'])
const diskFull = new Set(['53100', 'ENOSPC'])

/** Whether the error means that Postgres is not available, rather than that it refused the query. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall, severity } = error as NodeJS.ErrnoException & { severity?: string }
  if (code && serverCodes.has(code)) return true
  // A pooler that lost its server, or has no free connection, closes the connection with a code of class 08.
  if (severity === 'FATAL' && code?.startsWith('08')) return true
  if (code && socketCodes.has(code) && syscall !== 'open') return true
  if (
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered/.test(
      error.message,
    )
  ) {
    return true
  }
  return isDatabaseUnavailable(error.cause)
}

/** Whether a statement took too long, such as one that waited for another transaction. */
export function isTimeLimit(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (error as NodeJS.ErrnoException).code === '57014' || isTimeLimit(error.cause)
}

/** Whether the error means that the disk is full. Reading still works. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return diskFull.has((error as NodeJS.ErrnoException).code ?? '') || isDiskFull(error.cause)
}

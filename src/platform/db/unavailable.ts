const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])
// Class 57P0x: the server shuts down, crashed or starts up; 53300: no connection left; 53200: no memory left. 57014, 25P03:
// it took too long, as for whatever was under way while the server stood still.
const serverCodes = new Set(['57P01', '57P02', '57P03', '53300', '53200', '57014', '25P03'])
const diskFull = '53100'

/** Whether an error says that Postgres cannot be reached, rather than that it refused the query. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall, severity } = error as NodeJS.ErrnoException & { severity?: string }
  if (code && serverCodes.has(code)) return true
  // How a pooler says that it has lost its server or has no connection to lend: it hangs up, with a code of class 08.
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

/** Whether an error says that there was no room to write what was asked for. Reading goes on. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (error as NodeJS.ErrnoException).code === diskFull || isDiskFull(error.cause)
}

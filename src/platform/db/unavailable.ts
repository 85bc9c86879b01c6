const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])
// Class 57P0x: the server shuts down, crashed or starts up; 53300: no connection left.
const serverCodes = new Set(['57P01', '57P02', '57P03', '53300'])

/** Whether an error says that Postgres cannot be reached, rather than that it refused the query. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall, severity } = error as NodeJS.ErrnoException & { severity?: string }
  if (code && serverCodes.has(code)) return true
  // How a pooler says that it has lost its server or has no connection to lend: it hangs up, with a code of class 08.
  if (severity === 'FATAL' && code?.startsWith('08')) return true
  if (code && socketCodes.has(code) && syscall !== 'open') return true
  if (
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered/.test(error.message)
  ) {
    return true
  }
  return isDatabaseUnavailable(error.cause)
}

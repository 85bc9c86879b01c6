import { StartError } from './config.ts'
import { DatabaseError } from './platform/db/database-error.ts'

/** One sentence for the operator if the cause is known, otherwise the stack trace. */
export function describeStartError(error: unknown): string {
  if (error instanceof StartError || error instanceof DatabaseError) return error.message
  if (error instanceof Error) {
    const { code, syscall, ...details } = error as NodeJS.ErrnoException & { address?: string; port?: number }
    if (syscall === 'listen' && code === 'EADDRINUSE') {
      return `Port ${details.port} on ${details.address} is already in use. Stop the program that uses it, or set PORT to another port.`
    }
    if (syscall === 'listen' || syscall === 'getaddrinfo') return `Millrace cannot listen: ${error.message}.`
    if (code === 'EACCES' || code === 'EROFS' || code === 'ENOSPC')
      return `Millrace cannot start: ${error.message}.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

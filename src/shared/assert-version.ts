import { AppError } from './errors.ts'

/** Throws if the record was changed after the caller has read it. */
export function assertVersion<Version>(what: string, current: Version, read: Version): void {
  if (current === read) return
  throw new AppError(
    'CHANGED_ELSEWHERE',
    `This ${what} has been changed elsewhere in the meantime. Reload it to see the latest version.`,
  )
}

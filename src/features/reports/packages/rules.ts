import type { DayRange } from '../../periods/rules.ts'

/** A package is removed after so many days. */
export const daysKept = 30

/** A package is stored in parts of this size, so that it is never in memory as a whole. */
export const partBytes = 8 * 1024 ** 2

/** A package as large as this could not be opened everywhere. */
export const maxDocuments = 20_000

export const maxPackagesPerDay = 20

export const runningText =
  'A package is already being made. Please wait until it is ready, or delete it to start another one.'

export const tooManyDocumentsText = `This period has more than ${maxDocuments.toLocaleString('en-US')} invoices, credit notes, statements and receipts. Please choose a shorter one.`

export const failedText = 'Something went wrong while it was made. Please delete it and try again.'

/** Returns a name such as for-accountant-2026-01-01-to-2026-12-31.zip. */
export function packageFileName({ from, to }: DayRange): string {
  return `for-accountant-${from}-to-${to}.zip`
}

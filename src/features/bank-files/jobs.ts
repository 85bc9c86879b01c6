import { z } from 'zod'
import { defineJob } from '../../platform/jobs/job.ts'

const refSchema = z.strictObject({ businessId: z.uuid(), importId: z.uuid() })
export type ImportRef = z.infer<typeof refSchema>

const options = {
  retryLimit: 6,
  expireInSeconds: 300,
  // One import of a business after the other, and a few businesses beside each other.
  groups: { of: ({ businessId }: ImportRef) => businessId, atOnce: 2, perGroup: 1, retriesAtOnce: 1 },
}

/** Writes the transactions of a confirmed file. A second run changes nothing. */
export const importBankFile = defineJob('import-bank-file', refSchema, options)

/** Removes the transactions that only this import contains. A second run changes nothing. */
export const undoImport = defineJob('undo-bank-import', refSchema, options)

/** Removes previews that were left, each night. */
export const sweepBankFiles = defineJob('sweep-bank-files', z.strictObject({}), { retryLimit: 0 })

import { z } from 'zod'
import { defineJob } from '../../platform/jobs/job.ts'

const refSchema = z.strictObject({ businessId: z.uuid(), importId: z.uuid() })
export type ImportRef = z.infer<typeof refSchema>

const options = {
  retryLimit: 6,
  expireInSeconds: 900,
  // One import of a business after the other, and a few businesses beside each other.
  groups: { of: ({ businessId }: ImportRef) => businessId, atOnce: 2, perGroup: 1, retriesAtOnce: 1 },
}

/** Creates the records of a confirmed file. After an interruption it goes on where it stopped. */
export const importData = defineJob('import-data', refSchema, options)

/** Removes what an import created. A second run changes nothing. */
export const undoDataJob = defineJob('undo-data-import', refSchema, options)

/** Removes previews that were left, each night. */
export const sweepDataFiles = defineJob('sweep-data-files', z.strictObject({}), { retryLimit: 0 })

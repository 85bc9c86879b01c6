import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/job.ts'

const refSchema = z.strictObject({ businessId: z.uuid(), packageId: z.uuid() })
export type PackageRef = z.infer<typeof refSchema>

/** Makes a package. After an interruption it starts over. */
export const makePackageJob = defineJob('make-report-package', refSchema, {
  // A run that dies is noticed by the job below.
  retryLimit: 3,
  expireInSeconds: 2 * 3600,
  groups: { of: ({ businessId }) => businessId, atOnce: 2, perGroup: 1, retriesAtOnce: 1 },
})

/** Starts packages again whose process died, and removes old ones. */
export const tendPackages = defineJob('tend-report-packages', z.strictObject({}), {
  // The next run is the retry.
  retryLimit: 0,
})

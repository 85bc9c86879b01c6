import { lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { sessions, verifications } from '../../platform/db/tables/installation/auth.ts'
import { withAuth } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { deleteExpiredLimits } from '../../platform/limits/limit.ts'
import { forgetOldAccesses } from '../../platform/secrets/forget-old-accesses.ts'
import type { AuthDeps } from './auth-deps.ts'

/** Looks the address up in a job: the request takes equally long whether or not it has an account. */
export const sendPasswordReset = defineJob('send-password-reset', z.strictObject({ email: z.email() }), {
  retryLimit: 4,
})

/** Deletes expired sessions, link tokens, counters of attempts, and old records of access to secrets. */
export const forgetExpired = defineJob('forget-expired', z.strictObject({}))

export async function deleteExpired({ database }: Deps<'database'>): Promise<void> {
  await withAuth(database, async ({ db }) => {
    await db.delete(sessions).where(lte(sessions.expiresAt, sql`now()`))
    await db.delete(verifications).where(lte(verifications.expiresAt, sql`now()`))
  })
  await deleteExpiredLimits(database)
  await forgetOldAccesses(database)
}

export async function startAuthJobs(deps: AuthDeps): Promise<void> {
  await deps.jobs.work(sendPasswordReset, async ({ email }) => {
    await deps.auth.api.requestPasswordReset({ body: { email } })
  })
  await deps.jobs.work(forgetExpired, () => deleteExpired(deps))
  await deps.jobs.schedule(forgetExpired, '17 * * * *', {})
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUpOnPro } from '../../../test/support/fixtures/recurring.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import { startRecurringJobs } from './jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-15T12:00:00Z') })
})
afterAll(() => app.close())

test('what was due while nobody was there is made at the start, and what begins today soon after', async () => {
  const owner = await signUpOnPro(app)
  const made = async () => (await owner.invoices()).map(({ seriesId }) => seriesId).toSorted()
  const { id } = await owner.make({ startDate: '2026-11-15' })
  await app.database.platform.query('delete from pgboss.job')
  await startRecurringJobs(app.deps)
  await expect.poll(made).toEqual([id])
  const { id: another } = await owner.make({ startDate: '2026-11-15' })
  await expect.poll(made).toEqual([id, another].toSorted())
})

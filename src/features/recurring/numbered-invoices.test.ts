import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeInvoice } from '../../../test/support/fixtures/invoices.ts'
import { numberInSequence } from '../../../test/support/fixtures/numbers.ts'
import { signUpOnPro } from '../../../test/support/fixtures/recurring.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { queryTenant } from '../../platform/db/transaction.ts'
import { getSeries, resumeSeries } from './contract.ts'
import { makeDueInvoices } from './make-due-invoices.ts'

let app: TestApp
let now = new Date('2026-11-15T12:00:00Z')
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
afterAll(() => app.close())

async function runAt(moment: string) {
  now = new Date(moment)
  await makeDueInvoices(app.deps)
}

test('recurring invoices draw numbers too, by the year of their own dates', async () => {
  const owner = await signUpOnPro(app)
  await numberInSequence(app, owner.cookie, { withYear: true })
  await owner.make({ startDate: '2026-11-30' })
  await runAt('2027-02-01T12:00:00Z')
  const made = await owner.invoices()
  expect(made.map(({ number }) => number)).toEqual(['INV-2026-0001', 'INV-2026-0002', 'INV-2027-0001'])
})

test('a number that exists already pauses the series with the reason, and it goes on once the owner has acted', async () => {
  now = new Date('2027-02-15T12:00:00Z')
  const owner = await signUpOnPro(app)
  const random = await makeInvoice(app, owner.cookie)
  await numberInSequence(app, owner.cookie)
  await queryTenant(app.database, owner.businessId, {
    text: `update invoices set number = 'INV-0001' where id = $1`,
    values: [random.id],
  })
  const { id } = await owner.make({ startDate: '2027-03-01' })
  const read = async () =>
    answerOf(getSeries, await app.send(getSeries, { params: { id } }, { cookie: owner.cookie }))
  await runAt('2027-03-01T12:00:00Z')
  const reason =
    'The next number, INV-0001, exists already. Raise the next number or change the prefix in Settings, under Numbers.'
  expect(await read()).toMatchObject({ pausedBy: 'error', pauseReason: reason })
  expect((await owner.mails('series-paused'))[0]?.text).toContain(reason)
  await numberInSequence(app, owner.cookie, { nextNumber: 2 })
  await answerOf(resumeSeries, await app.send(resumeSeries, { params: { id } }, { cookie: owner.cookie }))
  await runAt('2027-04-01T12:00:00Z')
  expect((await owner.invoices()).map(({ number }) => number).toSorted()).toEqual(['INV-0001', 'INV-0002'])
})

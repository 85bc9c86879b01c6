import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeInvoice, setPlan } from '../../../test/support/fixtures/invoices.ts'
import { type Closer, signUpToClose } from '../../../test/support/periods/sign-up-to-close.ts'
import { type TestApp, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { listSecurityActivity } from '../integrations/contract.ts'

let app: TestApp
let owner: Closer
beforeAll(async () => {
  // December 1 in Zurich, and still November 30 in UTC.
  app = await createTestApp({ now: () => new Date('2026-11-30T23:30:00Z') })
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await signUpToClose(app)
})

const fieldsOf = async (answer: Response) => (await problemOf(answer)).fields

test('a business without settings has a year from January, and nothing is closed', async () => {
  expect(await owner.settings()).toEqual({
    fiscalMonth: 1,
    closedThrough: null,
    countsBank: false,
    changes: [],
  })
})

test('the fiscal year is saved, and keeps the closed period', async () => {
  await owner.closeJune()
  expect((await owner.save(4, true)).status).toBe(200)
  expect(await owner.settings()).toMatchObject({
    fiscalMonth: 4,
    countsBank: true,
    closedThrough: '2026-06-30',
  })
  await owner.close('2026-07-31')
  expect(await owner.settings()).toMatchObject({ fiscalMonth: 4, countsBank: true })
})

test('a period is closed up to yesterday in the time zone of the business, and only forward', async () => {
  expect(await fieldsOf(await owner.close('2026-12-01'))).toEqual({
    through: 'Please choose a day before today.',
  })
  expect((await owner.close('2026-11-30', ' Filed ')).status).toBe(200)
  for (const through of ['2026-11-30', '2026-10-31']) {
    expect(await fieldsOf(await owner.close(through))).toEqual({
      through: 'Everything through Nov 30, 2026 is already closed. Please choose a later day.',
    })
  }
  expect(await owner.settings()).toMatchObject({
    closedThrough: '2026-11-30',
    changes: [{ kind: 'closed', before: null, after: '2026-11-30', note: 'Filed' }],
  })
})

test('reopening opens everything from a day on, and what is before it stays closed', async () => {
  expect(await fieldsOf(await owner.reopen('2026-06-01'))).toEqual({ from: 'No period is closed.' })
  await makeInvoice(app, owner.cookie, { issueDate: '2026-03-01', dueDate: '2026-03-31' })
  await owner.closeJune()
  expect(await fieldsOf(await owner.reopen('2026-07-01'))).toEqual({
    from: 'Please choose Jun 30, 2026, the last closed day, or a day before it.',
  })
  expect((await owner.reopen('2026-04-01', 'A bill was missing')).status).toBe(200)
  expect(await owner.settings()).toMatchObject({
    closedThrough: '2026-03-31',
    changes: [
      { kind: 'reopened', before: '2026-06-30', after: '2026-03-31', note: 'A bill was missing' },
      { kind: 'closed', before: null, after: '2026-06-30' },
    ],
  })
})

test('reopening from a day with nothing before it leaves nothing closed', async () => {
  await makeInvoice(app, owner.cookie, { issueDate: '2026-03-01', dueDate: '2026-03-31' })
  await owner.closeJune()
  await owner.reopen('2026-03-01')
  expect(await owner.settings()).toMatchObject({ closedThrough: null })
})

test('reopening the second closing leaves the first one', async () => {
  await owner.close('2025-12-31')
  await owner.closeJune()
  await owner.reopen('2026-01-01')
  expect(await owner.settings()).toMatchObject({ closedThrough: '2025-12-31' })
})

test('closing and reopening is in the activity of the account', async () => {
  await owner.close('2026-06-30', 'Filed')
  await owner.reopenJune()
  const { entries } = await owner.ask(listSecurityActivity, { query: {} })
  expect(entries).toMatchObject([
    { what: 'Closed period reopened', detail: 'Closed through: nothing. Before: Jun 30, 2026' },
    { what: 'Period closed', detail: 'Closed through: Jun 30, 2026. Before: nothing. Note: Filed' },
  ])
})

test('without the Pro plan everything can be read and nothing changed', async () => {
  await owner.closeJune()
  await setPlan(app, owner.businessId, 'free')
  expect(await owner.settings()).toMatchObject({ closedThrough: '2026-06-30' })
  for (const answer of [
    await owner.save(4, true),
    await owner.close('2026-07-31'),
    await owner.reopen('2026-06-01'),
  ]) {
    expect(await problemOf(answer)).toMatchObject({
      code: 'PLAN_REQUIRED',
      message: 'Reports are part of the Pro plan.',
    })
  }
  expect(await owner.settings()).toMatchObject({ fiscalMonth: 1, closedThrough: '2026-06-30' })
})

test('ten closings at once: each change follows from the one before', async () => {
  const days = Array.from({ length: 10 }, (_, n) => `2026-0${1 + (n % 5)}-1${n % 10}`)
  const answers = await Promise.all(days.map((day) => owner.close(day)))
  const { closedThrough, changes } = await owner.settings()
  expect(closedThrough).toBe(days.toSorted().at(-1))
  expect(changes).toHaveLength(answers.filter(({ ok }) => ok).length)
  expect(changes.map(({ before }) => before)).toEqual([...changes.slice(1).map(({ after }) => after), null])
})

test('the last 50 changes are listed', async () => {
  await owner.sql(
    `insert into period_changes (business_id, kind, after, created_by, at)
     select $1, 'closed', date '2020-01-01' + n, $1, now() + n * interval '1 second' from generate_series(1, 60) n`,
    [owner.businessId],
  )
  const { changes } = await owner.settings()
  expect(changes).toHaveLength(50)
  expect(changes[0]).toMatchObject({ after: '2020-03-01' })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { expenseInput } from '../../../../test/support/fixtures/expenses.ts'
import { asOwner, makeInvoice, setPlan } from '../../../../test/support/fixtures/invoices.ts'
import { type SummaryApp, createSummaryApp } from '../../../../test/support/reports/summary-app.ts'
import { answerOf } from '../../../../test/support/test-app.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { createExpense } from '../../expenses/contract.ts'
import { noteEverything } from '../../journal/update-journal.ts'
import { sendSummaries, sendSummary } from './send-summaries.ts'

let summing: SummaryApp
beforeAll(async () => {
  summing = await createSummaryApp()
})
afterAll(() => summing.app.close())

const october = 'October 2026 at Test Business'
const november = 'November 2026 at Test Business'
const accountantEmail = 'accountant@books.example'

test('the month that it was turned on in is the first one, sent at eight on its day, once', async () => {
  const { setClock, sendAt, open } = summing
  setClock('2026-10-20T12:00:00Z')
  const owner = await open()
  expect(await owner.turnOn({ day: 25 })).toMatchObject({
    next: { at: '2026-11-25T08:00:00.000Z', month: '2026-10-01' },
  })
  await owner.turnOn({ day: 5 })
  await sendAt('2026-11-05T07:59:59Z')
  expect(await owner.subjects()).toEqual([])
  await sendAt('2026-11-05T08:00:00Z')
  await sendAt('2026-11-05T08:01:00Z')
  expect(await owner.mails()).toMatchObject([{ kind: 'month-summary', to: owner.email, subject: october }])
  await sendAt('2026-12-05T08:00:00Z')
  expect(await owner.subjects()).toEqual([october, november])
})

test('the email has the figures of the month, compared with the month before', async () => {
  const { app, setClock, sendAt, open } = summing
  setClock('2026-11-02T12:00:00Z')
  const owner = await open()
  const charge = (rateMinor: number) => ({
    kind: 'lines' as const,
    taxIncluded: false,
    lines: [{ description: 'Design', quantity: 1000, rateMinor }],
    discount: null,
    taxes: [{ name: 'VAT', rate: 20_000 }],
    fees: [],
  })
  const invoice = { dueDate: '2026-11-20', paymentTerms: 'custom', sendOption: 'do_not_send' } as const
  await makeInvoice(app, owner.cookie, { ...invoice, issueDate: '2026-10-05', charge: charge(90_000) })
  await makeInvoice(app, owner.cookie, { ...invoice, issueDate: '2026-11-01', charge: charge(120_000) })
  for (const [amountMinor, category] of [
    [4000, 'Software'],
    [30_000, 'Rent'],
  ] as const) {
    const body = expenseInput({ amountMinor, category, date: '2026-11-02' })
    await answerOf(createExpense, await app.send(createExpense, { body }, owner))
  }
  await owner.turnOn({ accountantEmail })
  await sendAt('2026-12-05T08:00:00Z')
  const [mine, theirs] = await owner.mails()
  expect(mine?.text.split('\n\n').slice(0, 3)).toEqual([
    november,
    'You kept 71 cents of each dollar you earned.',
    [
      'Income: $1,200.00 ($300.00 more than in October)',
      'Expenses: $340.00 ($340.00 more than in October)',
      'What you kept: $860.00 ($40.00 less than in October)',
      'Largest expense: Rent, $300.00',
      'Tax you collected: $240.00',
      'Tax you paid: $0.00',
      'Owed to you today: $2,520.00',
      'Of that, late: $2,520.00',
      'Income counts: when it’s invoiced',
    ].join('\n'),
  ])
  expect(mine?.text).toContain(
    `Open the report:\nhttp://localhost:3000/reports/profit-and-loss?period=days&from=2026-11-01&to=2026-11-30&business=${owner.businessId}\n`,
  )
  expect(theirs).toMatchObject({ kind: 'accountant-summary', to: accountantEmail, subject: november })
  expect(theirs?.from).toContain('Test Business')
  expect(theirs?.text).toContain(
    'Test Business sends you a summary of each month, because they entered your address as that of their accountant.',
  )
  expect(theirs?.text).toMatch(/Stop them:\nhttp:\/\/localhost:3000\/summary-emails\/[\w-]+\.[\w-]{43}\n/)
})

test('each address gets one, also when four runs are at it at once', async () => {
  const { app, setClock, open } = summing
  setClock('2026-10-20T12:00:00Z')
  const owners = await Promise.all(Array.from({ length: 5 }, () => open()))
  await Promise.all(owners.map((owner) => owner.turnOn({ accountantEmail })))
  setClock('2026-11-05T08:00:00Z')
  await Promise.all(Array.from({ length: 4 }, () => sendSummaries(app.deps)))
  for (const owner of owners) {
    expect((await owner.mails()).map(({ to }) => to)).toEqual([owner.email, accountantEmail])
  }
})

test('a run that dies after the first email leaves none of them, and the next run sends each once', async () => {
  const { app, setClock, sendAt, open } = summing
  setClock('2026-10-20T12:00:00Z')
  const owner = await open()
  await owner.turnOn({ accountantEmail })
  setClock('2026-11-05T08:00:00Z')
  let left = 1
  const enqueue: typeof app.deps.jobs.enqueue = async (...job) => {
    if ((left -= 1) < 0) throw new Error('the process dies here')
    return app.deps.jobs.enqueue(...job)
  }
  const dying = { ...app.deps, jobs: { ...app.deps.jobs, enqueue } }
  await expect(sendSummary(dying, owner.businessId)).rejects.toThrow('the process dies here')
  expect(await owner.mails()).toEqual([])
  await sendAt('2026-11-05T08:01:00Z')
  await sendAt('2026-11-05T08:02:00Z')
  expect((await owner.mails()).map(({ to }) => to)).toEqual([owner.email, accountantEmail])
})

test('an owner who does not want it leaves it to the accountant, and the other way round', async () => {
  const { setClock, sendAt, open } = summing
  setClock('2026-10-20T12:00:00Z')
  const owner = await open()
  await owner.turnOn({ accountantEmail, toOwner: false })
  await sendAt('2026-11-05T08:00:00Z')
  await owner.turnOn({ accountantEmail: '' })
  await sendAt('2026-12-05T08:00:00Z')
  expect((await owner.mails()).map(({ to }) => to)).toEqual([accountantEmail, owner.email])
})

test('eight o’clock is that of the business, in winter and in summer, and moves with its time zone', async () => {
  const { setClock, open } = summing
  setClock('2026-03-02T12:00:00Z')
  const owner = await open({ timeZone: 'America/New_York' })
  const next = async () => (await owner.settings()).next
  await owner.turnOn({ day: 1 })
  // Clocks went forward on March 8.
  expect(await next()).toEqual({ at: '2026-04-01T12:00:00.000Z', month: '2026-03-01' })
  const nextAfter = async (month: string) => {
    await owner.sql('update report_settings set summary_last_month = $1 where true', [month])
    return (await next())?.at
  }
  expect(await nextAfter('2026-10-01')).toBe('2026-12-01T13:00:00.000Z')
  const moveTo = (zone: string) => owner.sql(`update businesses set time_zone = $1 where true`, [zone])
  await moveTo('Asia/Tokyo')
  expect(await next()).toEqual({ at: '2026-11-30T23:00:00.000Z', month: '2026-11-01' })
})

test('the month is that of the business, and not that of the server', async () => {
  const { setClock, open } = summing
  // November 1 in Auckland.
  setClock('2026-10-31T20:00:00Z')
  const owner = await open({ timeZone: 'Pacific/Auckland' })
  expect((await owner.turnOn({ day: 1 })).next?.month).toBe('2026-11-01')
})

test('after months without a server, the last one is sent once and those before it are not', async () => {
  const { setClock, sendAt, open } = summing
  setClock('2026-08-20T12:00:00Z')
  const owner = await open()
  await owner.turnOn({ day: 5 })
  await sendAt('2026-12-03T10:00:00Z')
  await sendAt('2026-12-03T10:01:00Z')
  expect(await owner.subjects()).toEqual([october])
  expect((await owner.settings()).next).toEqual({ at: '2026-12-05T08:00:00.000Z', month: '2026-11-01' })
})

test('a plan without reports, a suspended business and one that is about to be deleted skip their months', async () => {
  const { app, setClock, sendAt, open } = summing
  setClock('2026-10-20T12:00:00Z')
  const [lapsed, suspended, leaving] = [await open(), await open(), await open()]
  for (const owner of [lapsed, suspended, leaving]) await owner.turnOn({ accountantEmail })
  await setPlan(app, lapsed.businessId, 'free')
  const change = (set: string, { businessId }: { businessId: string }) =>
    asOwner(app, 'businesses', `update businesses set ${set} where id = '${businessId}'`)
  await change('suspended_at = now()', suspended)
  await change(`deletion_requested_at = now(), delete_after = now() + interval '7 days'`, leaving)
  await sendAt('2026-11-05T08:00:00Z')
  await setPlan(app, lapsed.businessId, 'pro')
  await change('suspended_at = null', suspended)
  await change('deletion_requested_at = null, delete_after = null', leaving)
  await sendAt('2026-11-05T08:01:00Z')
  for (const owner of [lapsed, suspended, leaving]) {
    expect(await owner.mails()).toEqual([])
    expect((await owner.settings()).next?.month).toBe('2026-11-01')
  }
  await sendAt('2026-12-05T08:00:00Z')
  expect(await lapsed.subjects()).toEqual([november, november])
})

test('a summary waits until everything is in the journal', async () => {
  const { app, setClock, sendAt, open } = summing
  setClock('2026-10-20T12:00:00Z')
  const owner = await open()
  await owner.turnOn()
  await owner.sql(
    `insert into journal_changes (business_id, source, source_id)
     select $1, 'expense', gen_random_uuid() from generate_series(1, 5000)`,
    [owner.businessId],
  )
  await withTenant(app.database, owner.businessId, (tx) => noteEverything(tx, owner.businessId))
  await sendAt('2026-11-05T08:00:00Z')
  expect(await owner.subjects()).toEqual([])
  for (const minute of [1, 2, 3]) await sendAt(`2026-11-05T08:0${minute}:00Z`)
  expect(await owner.subjects()).toEqual([october])
})

test('a business that has sent as many emails as its plan allows sends its summaries later', async () => {
  const { app, setClock, sendAt, open } = summing
  setClock('2026-10-20T12:00:00Z')
  const owner = await open()
  await owner.turnOn({ accountantEmail })
  const key = `client-mail:${owner.businessId}`
  await app.database.platform.query(
    `insert into platform.rate_limits (key, count, window_ends_at) values ($1, 100000, now() + interval '1 hour')`,
    [key],
  )
  await sendAt('2026-11-05T08:00:00Z')
  expect(await owner.mails()).toEqual([])
  await app.database.platform.query('delete from platform.rate_limits where key = $1', [key])
  await sendAt('2026-11-05T09:00:00Z')
  expect(await owner.subjects()).toEqual([october, october])
})

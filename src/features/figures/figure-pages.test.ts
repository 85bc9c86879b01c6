import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { signUpToRead } from '../../../test/support/figures/owner.ts'
import { type TestApp, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { Exchange } from '../../platform/db/exchange.ts'
import { type FigureName, figureNames, monthlyFigures } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-15T12:00:00Z') })
})
afterAll(() => app.close())

const signUp = () => signUpToRead(app)

const many = Array.from({ length: 101 }, (_, n) => ({ date: `2026-${n % 2 === 0 ? '09' : '11'}-10` }))

test.each([
  ['spent', 'latest'],
  ['owed', 'earliest'],
] as const)('pages of %s meet each row once, the %s first', async (figure, first) => {
  const { readAll, addExpenses, addInvoices } = await signUp()
  await addExpenses(many)
  await addInvoices(many.map(({ date }) => ({ dueDate: date })))
  const pages = await readAll(figure)
  const order = pages.flatMap(({ rows }) => rows.map((row) => `${'date' in row && row.date} ${row.id}`))
  expect(pages.map(({ rows }) => rows.length)).toEqual([50, 50, 1])
  expect(new Set(order).size).toBe(101)
  expect(order).toEqual(first === 'latest' ? order.toSorted().toReversed() : order.toSorted())
  expect(new Set(pages.map(({ minor, count }) => `${minor} ${count}`)).size).toBe(1)
})

test('exactly one page has no other', async () => {
  const { read, addExpenses } = await signUp()
  await addExpenses(many.slice(0, 50))
  expect(await read('spent')).toMatchObject({ count: 50, next: null })
})

test('when everything behind a place is gone, nothing follows, and the sum is that of now', async () => {
  const { read, addExpenses, tenant } = await signUp()
  await addExpenses([...many.slice(0, 50).map(() => ({ date: '2026-11-10' })), { date: '2026-01-01' }])
  const { next } = await read('spent')
  await tenant(({ client }) => client.query(`delete from expenses where date = '2026-01-01'`))
  expect(await read('spent', { after: next! })).toMatchObject({ rows: [], next: null, count: 50 })
})

test('pages of payments and refunds in turn meet each once, also of a month', async () => {
  const { readAll, addPayments, addRefunds } = await signUp()
  // Only a few dates, so that the order mostly depends on the ids.
  const days = ['2026-10-31', '2026-11-01', '2026-11-30']
  const paid = await addPayments(
    Array.from({ length: 130 }, (_, n) => ({
      method: 'card',
      amountMinor: n + 100,
      receivedOn: days[n % 3]!,
    })),
  )
  const back = await addRefunds(
    paid.slice(0, 75).map(({ id }, n) => ({
      paymentId: id,
      amountMinor: n + 1,
      createdAt: new Date(`${days[n % 3]}T12:00:00Z`),
    })),
  )
  for (const [month, expected] of [
    [undefined, days],
    ['2026-11', days.slice(1)],
  ] as const) {
    const pages = await readAll('received', month === undefined ? {} : { month })
    const rows = pages.flatMap((page) => page.rows)
    const inMonth = [
      ...paid.map(({ id, receivedOn, amountMinor }) => ({ date: receivedOn, id, minor: amountMinor })),
      ...back.map(({ id, createdAt, amountMinor }) => {
        return { date: createdAt.toISOString().slice(0, 10), id, minor: -amountMinor }
      }),
    ].filter(({ date }) => expected.includes(date))
    const order = inMonth.toSorted((a, b) => (`${a.date} ${a.id}` < `${b.date} ${b.id}` ? 1 : -1))
    expect(rows).toMatchObject(order)
    expect(pages.slice(0, -1).every((page) => page.rows.length === 50)).toBe(true)
    const minor = order.reduce((sum, row) => sum + row.minor, 0)
    for (const page of pages) expect(page).toMatchObject({ minor, count: order.length })
  }
})

test('a business sees nothing of another', async () => {
  const stranger = await signUp()
  const [paid] = await stranger.addPayments([{ method: 'card' }])
  await stranger.addRefunds([{ paymentId: paid!.id }])
  const euro = { currency: 'EUR' }
  await stranger.addRates([{ ...euro, day: '2026-01-01', rate: '1.1' }])
  const [invoice] = await stranger.addInvoices([{ dueDate: '2026-11-01', ...euro }])
  await stranger.addPayments([{ invoiceId: invoice!.id, ...euro }])
  await stranger.addExpenses([{}, { date: '2026-12-01' }])
  const { id: connectionId } = await stranger.addConnection()
  await stranger.addAccounts([{ connectionId }, { connectionId, kind: 'credit' }])
  const { read } = await signUp()
  for (const figure of figureNames) {
    expect(await stranger.read(figure)).not.toMatchObject({ count: 0 })
    expect(await read(figure)).toMatchObject({ minor: 0, count: 0, rows: [] })
  }
})

test('a month is refused by name where there is none', async () => {
  const { send } = await signUp()
  const message = 'Only money received, money spent, what is left and exchange gains can be shown by month.'
  for (const figure of figureNames.filter((name) => !monthlyFigures.includes(name))) {
    const response = await send(figure, { month: '2026-11' })
    expect(response.status).toBe(422)
    expect(await problemOf(response)).toMatchObject({ code: 'VALIDATION_FAILED', fields: { month: message } })
  }
})

test.each([
  ['month', '2026-13'],
  ['month', '2026-1'],
  ['month', 'November'],
  ['after', 'nonsense'],
  ['after', Buffer.from('2026-02-30:00000000-0000-4000-8000-000000000000').toString('base64url')],
])('%s=%s is refused by name', async (field, text) => {
  const { send } = await signUp()
  const response = await send('spent', { [field]: text })
  expect(response.status).toBe(422)
  expect(Object.keys((await problemOf(response)).fields ?? {})).toEqual([field])
})

test('a figure that is none is not found', async () => {
  const { send } = await signUp()
  expect((await send('profit' as FigureName)).status).toBe(404)
})

test('sum and rows are of one moment, whatever is written meanwhile', async () => {
  const { read, addInvoices, addPayments, addRefunds, addExpenses } = await signUp()
  const [paid] = await addPayments([{ method: 'card' }])
  const writes = Array.from({ length: 12 }, async () => {
    await Promise.all([addInvoices([{}]), addExpenses([{}, {}])])
    await Promise.all([addPayments([{}, {}]), addRefunds([{ paymentId: paid!.id }])])
  })
  const reads = Array.from({ length: 40 }, (_, n) => read((['owed', 'spent', 'received'] as const)[n % 3]!))
  await Promise.all(writes)
  for (const { figure, minor, count, rows } of await Promise.all(reads)) {
    expect(
      rows.reduce((sum, row) => sum + (row.minor ?? 0), 0),
      figure,
    ).toBe(minor)
    expect(rows).toHaveLength(count)
  }
})

test('each figure is read in one statement, however many rows it has', async () => {
  const { read, addInvoices, addPayments, addExpenses } = await signUp()
  const invoices = await addInvoices(Array.from({ length: 60 }, () => ({ dueDate: '2026-11-01' })))
  await addPayments(invoices.map(({ id }) => ({ invoiceId: id })))
  await addExpenses(Array.from({ length: 60 }, () => ({})))
  const querySpy = vi.spyOn(pg.Client.prototype, 'query')
  for (const figure of figureNames) {
    querySpy.mockClear()
    await read(figure)
    const statements = querySpy.mock.calls.flatMap(([given]: unknown[]) => {
      if (given instanceof Exchange) return given.statements.map(({ name }) => name)
      return typeof given === 'string' ? given : (given as pg.QueryConfig).name
    })
    const own = statements.filter((statement) => !/^enter-|pgboss/.test(statement ?? ''))
    expect(own).toEqual(['find-fresh-session', `figure-${figure}-first`])
  }
})

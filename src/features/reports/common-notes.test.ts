import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReports } from '../../../test/support/fixtures/reports.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-18T12:00:00Z') })
})
afterAll(() => app.close())

const notOver =
  'This period is not over yet. What is already dated after today is included, such as planned expenses.'

test('a report says that amounts of days to come are in it', async () => {
  const reports = await openReports(app)
  await reports.spend({ date: '2026-11-18' })
  expect((await reports.read('profit-and-loss', { period: 'this-year' })).notes).toEqual([])
  await reports.spend({ date: '2026-12-13' })
  for (const name of ['profit-and-loss', 'cash-flow', 'expenses-by-category'] as const) {
    expect((await reports.read(name, { period: 'this-year' })).notes).toEqual([notOver])
    const untilToday = { period: 'days', from: '2026-01-01', to: '2026-11-30' } as const
    expect((await reports.read(name, untilToday)).notes).toEqual([])
  }
})

test('a report names what it is limited to, and expenses to come are not in that of a client', async () => {
  const reports = await openReports(app)
  const { client } = await reports.invoice({ issueDate: '2026-03-01', dueDate: '2026-03-31' })
  await reports.spend({ date: '2026-12-13' })
  const limited = { period: 'this-year', client: client.id!, currency: 'USD' } as const
  const { filters, notes } = await reports.read('profit-and-loss', limited)
  expect(filters).toEqual([`Client: ${client.name}`, 'Only amounts in USD'])
  expect(notes).toEqual([])
  const { filters: others } = await reports.read('expenses-by-category', { ...limited, category: 'Rent' })
  expect(others).toEqual(['Category: Rent', 'Only amounts in USD'])
})

test('what is owed in another currency is converted at the latest rate, and the report says so', async () => {
  const reports = await openReports(app)
  await reports.invoice({ issueDate: '2026-03-01', dueDate: '2026-03-31', currency: 'EUR' })
  await reports.run(
    `insert into exchange_rates (business_id, currency, day, rate, created_by) values ($1, 'EUR', '2026-11-17', 1.1, $1)`,
    [reports.businessId],
  )
  const { notes } = await reports.read('owed-by-age')
  expect(notes).toContain('Amounts in EUR are converted at the rate of Nov 17, 2026: 1 EUR is 1.1 USD.')
})

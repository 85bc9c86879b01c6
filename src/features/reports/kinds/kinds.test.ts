import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientInput } from '../../../../test/support/fixtures/invoice-input.ts'
import { openReports } from '../../../../test/support/fixtures/reports.ts'
import { type TestApp, createTestApp } from '../../../../test/support/test-app.ts'

type Reports = Awaited<ReturnType<typeof openReports>>

let app: TestApp
let reports: Reports
let clientId: string
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-18T12:00:00Z') })
  reports = await openReports(app)
  const vat = { name: 'VAT', rate: 20_000 }
  const design = await reports.invoice({
    issueDate: '2026-07-01',
    dueDate: '2026-07-31',
    charge: {
      kind: 'lines',
      taxIncluded: true,
      lines: [
        { description: 'Design', quantity: 1000, rateMinor: 120_000 },
        { description: 'Postage', quantity: 1000, rateMinor: 5000, taxes: [] },
      ],
      discount: null,
      taxes: [vat],
      fees: [{ description: 'Rush', amountMinor: 1000 }],
    },
  })
  clientId = design.client.id!
  await reports.pay(design.id, 126_000, '2026-08-10')
  const open = await reports.invoice({
    issueDate: '2026-09-01',
    dueDate: '2026-09-15',
    charge: { kind: 'amount', amountMinor: 40_000 },
  })
  await reports.pay(open.id, 10_000, '2026-11-01')
  await reports.invoice({
    issueDate: '2026-11-10',
    dueDate: '2026-12-10',
    charge: { kind: 'amount', amountMinor: 7000 },
  })
  // A draft, which no report counts.
  await reports.invoice({
    issueDate: '2026-11-10',
    dueDate: '2026-12-10',
    sendOption: 'email_later',
    charge: { kind: 'amount', amountMinor: 999 },
  })
  await reports.spend({
    amountMinor: 11_900,
    category: 'Software',
    date: '2026-08-01',
    vendor: 'Cloud Shop',
    taxes: [{ name: 'VAT', rate: 19_000, amountMinor: 1900 }],
  })
  await reports.spend({ amountMinor: 5000, category: 'Supplies', date: '2026-10-01', vendor: '' })
  await reports.spend({
    amountMinor: 655,
    category: 'Travel',
    date: '2026-10-02',
    vendor: '',
    notes: 'To the fair',
    mileage: { distance: 10_000, unit: 'mi', rate: 65_500 },
  })
})
afterAll(() => app.close())

const alone = { compare: 'none' } as const

test('income by client', async () => {
  const { figures, sentence } = await reports.read('income-by-client', alone)
  // 1,000.00 of design, 50.00 of postage and 10.00 for the rush, without the tax in it; 400.00 and 70.00.
  expect(figures).toEqual({ 'Test Client': [153_000, 100_000], 'Total income': [153_000, 100_000] })
  expect(sentence).toBe('Test Client brought 100% of your income.')
  const paid = await reports.read('income-by-client', { ...alone, basis: 'cash' })
  expect(paid.figures['Total income']).toEqual([116_000, 100_000])
})

test('income by item, without the tax that prices include', async () => {
  const { figures } = await reports.read('income-by-item', alone)
  expect(figures).toEqual({
    Design: [100_000, 65_359],
    'Invoices without lines': [47_000, 30_719],
    Postage: [5000, 3268],
    Rush: [1000, 654],
    'Total income': [153_000, 100_000],
  })
  expect((await reports.entries('income-by-item', 'item:Design')).entries).toMatchObject([{ minor: 100_000 }])
  expect((await reports.entries('income-by-item', 'income:sales')).minor).toBe(47_000)
})

test('expenses by category and by merchant, without the tax to reclaim', async () => {
  const byCategory = await reports.read('expenses-by-category', alone)
  expect(byCategory.figures).toMatchObject({
    Software: [10_000, 63_877],
    'Total expenses': [15_655, 100_000],
  })
  expect(byCategory.sentence).toBe('Software took the most: $100.00, 64% of what you spent.')
  const one = await reports.read('expenses-by-category', { ...alone, category: 'Travel' })
  expect(one.figures['Total expenses']).toEqual([655, 100_000])
  const byMerchant = await reports.read('expenses-by-merchant', alone)
  expect(byMerchant.figures).toMatchObject({
    'Cloud Shop': [10_000, 63_877],
    'No merchant given': [5655, 36_123],
  })
  expect((await reports.entries('expenses-by-merchant', 'merchant:')).entries).toHaveLength(2)
})

test('taxes by rate, when invoiced and when paid', async () => {
  const { figures, sentence } = await reports.read('taxes')
  expect(figures).toEqual({
    'VAT (20%)': [100_000, 20_000],
    'Without tax': [53_000, 0],
    'Total collected': [null, 20_000],
    'VAT (19%)': [10_000, 1900],
    'Total paid': [null, 1900],
    'To pay': [null, 18_100],
  })
  expect(sentence).toBe('You collected $200.00 of tax and paid $19.00. $181.00 is left to pay.')
  const july = await reports.read('taxes', { period: 'days', from: '2026-07-01', to: '2026-07-31' })
  expect(july.figures['To pay']).toEqual([null, 20_000])
  const paidInJuly = await reports.read('taxes', {
    period: 'days',
    from: '2026-07-01',
    to: '2026-07-31',
    basis: 'cash',
  })
  expect(paidInJuly.figures).toEqual({})
  expect((await reports.entries('taxes', 'tax:collected 20000 VAT', 'net')).minor).toBe(100_000)
  expect((await reports.entries('taxes', 'tax:collected 20000 VAT')).minor).toBe(20_000)
})

test('money owed by age, today and as of an earlier day', async () => {
  const { figures, sentence, periodLabel } = await reports.read('owed-by-age')
  // 300.00 is 64 days late. Their one paid invoice was 10 days late.
  expect(figures).toEqual({
    'Test Client': [7000, 0, 0, 30_000, 0, 37_000, '10 days late'],
    Total: [7000, 0, 0, 30_000, 0, 37_000, null],
  })
  expect(periodLabel).toBe('As of Nov 18, 2026')
  expect(sentence).toBe('You are owed $370.00. $300.00 of it is late.')
  const before = await reports.read('owed-by-age', { period: 'days', to: '2026-08-01' })
  expect(before.figures['Total']).toEqual([0, 126_000, 0, 0, 0, 126_000, null])
  const late = await reports.entries('owed-by-age', clientId, 'days61to90Minor')
  expect(late).toMatchObject({ minor: 30_000, entries: [{ date: '2026-09-15', minor: 30_000 }] })
  expect((await reports.entries('owed-by-age', 'total', 'total')).entries).toHaveLength(2)
})

test('cash flow', async () => {
  const { figures, sentence } = await reports.read('cash-flow', { by: 'quarter' })
  expect(figures).toEqual({
    'Payments from clients': [0, 0, 126_000, 10_000, 136_000],
    'Total in': [0, 0, 126_000, 10_000, 136_000],
    Expenses: [0, 0, 11_900, 5655, 17_555],
    'Total out': [0, 0, 11_900, 5655, 17_555],
    'What is left': [0, 0, 114_100, 4345, 118_445],
  })
  expect(sentence).toBe('$1,360.00 came in and $175.55 went out. $1,184.45 is left.')
  expect(await reports.entries('cash-flow', 'out', '2026-07-01', { by: 'quarter' })).toMatchObject({
    minor: 11_900,
    entries: [{ text: 'Cloud Shop', minor: 11_900 }],
  })
})

test('payments by method', async () => {
  const { figures } = await reports.read('payments-by-method')
  expect(figures).toEqual({
    'Bank transfer': [2, 136_000, 0, 0, 136_000],
    Total: [2, 136_000, 0, 0, 136_000],
  })
  expect((await reports.entries('payments-by-method', 'transfer', 'in')).entries).toHaveLength(2)
  expect(await reports.entries('payments-by-method', 'total', 'fees')).toEqual({
    entries: [],
    minor: 0,
    next: null,
  })
  expect(await reports.entries('payments-by-method', 'transfer', 'kept')).toMatchObject({
    minor: 136_000,
    entries: [{ minor: 10_000, document: { kind: 'invoice' } }, { minor: 126_000 }],
  })
})

test('a merchant that has the name of another row is a row of its own', async () => {
  const own = await openReports(app)
  await own.spend({ amountMinor: 700, category: 'Travel', date: '2026-11-02', vendor: 'total' })
  await own.spend({ amountMinor: 300, category: 'Travel', date: '2026-11-02', vendor: 'others' })
  const minorOf = async (row: string) => (await own.entries('expenses-by-merchant', row)).minor
  expect(await Promise.all(['merchant:total', 'merchant:others', 'total'].map(minorOf))).toEqual([
    700, 300, 1000,
  ])
})

test('mileage and missing receipts', async () => {
  const driven = await reports.read('mileage')
  expect(driven.figures).toEqual({
    'To the fair': ['2026-10-02', 10_000, 655],
    Total: [null, 10_000, 655],
  })
  expect(driven.sentence).toBe('You drove 10 miles, worth $6.55.')
  const missing = await reports.read('missing-receipts')
  expect(missing.figures['Total']?.at(-1)).toBe(11_900)
  expect(missing.notes).toEqual(['Expenses below $75.00 need no receipt.'])
})

test('a filter by client or currency counts nothing else', async () => {
  const other = await reports.invoice({
    client: clientInput({ name: 'Other', email: 'other@example.com' }),
    currency: 'EUR',
    issueDate: '2026-11-11',
    dueDate: '2026-11-11',
    charge: { kind: 'amount', amountMinor: 5000 },
  })
  const ofOther = await reports.read('profit-and-loss', { ...alone, client: other.client.id! })
  expect(ofOther.figures).toEqual({})
  expect(ofOther.notes.join()).toContain('Amounts in EUR are not included')
  const inEuros = await reports.read('profit-and-loss', { ...alone, currency: 'EUR' })
  expect(inEuros).toMatchObject({ currency: 'EUR', figures: { Invoices: [5000], 'What you kept': [5000] } })
})

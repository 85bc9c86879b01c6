import { expect, test } from 'vitest'
import { invoicePostings } from './invoice-posting-rules.ts'
import type { JournalInvoice, JournalPayment, JournalReturn } from './invoice-rules.ts'

const vat = (baseMinor: number) => ({ tax: 'VAT', rate: 19_000, minor: (baseMinor * 19) / 100, baseMinor })

/** 100.00 of design with 19 % of VAT. */
function invoiceOf(overrides: Partial<JournalInvoice>): JournalInvoice {
  return {
    number: '1',
    issueDate: '2026-01-01',
    dueDate: '2026-01-31',
    parts: null,
    totalMinor: 11_900,
    lateFees: [],
    isCancelled: false,
    clientId: null,
    currency: 'EUR',
    home: 'EUR',
    rate: null,
    content: { totalMinor: 11_900, sales: [{ item: 'Design', minor: 10_000 }], taxes: [vat(10_000)] },
    creditNotes: [],
    payments: [],
    returns: [],
    ...overrides,
  }
}

const paid = (on: string, amountMinor: number): JournalPayment => ({
  id: on,
  on,
  amountMinor,
  homeMinor: amountMinor,
  rate: null,
  creditedMinor: 0,
  receivedAt: new Date(`${on}T12:00:00Z`),
  method: 'transfer',
  isTest: false,
})

const creditNote = (on: string, baseMinor: number): JournalInvoice['creditNotes'][number] => ({
  number: 'CN-1',
  on,
  amountMinor: (baseMinor * 119) / 100,
  content: {
    totalMinor: (baseMinor * 119) / 100,
    sales: [{ item: 'Design', minor: baseMinor }],
    taxes: [vat(baseMinor)],
  },
})

const refund = (on: string, amountMinor: number, paymentId: string): JournalReturn => ({
  paymentId,
  on,
  kind: 'refund',
  amountMinor,
  homeMinor: amountMinor,
  rate: null,
  method: 'transfer',
  isTest: false,
  stillOwed: false,
})

/** By day and account, on the cash basis; what is income or tax is positive. */
function cashOf(invoice: JournalInvoice): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { basis, day, account, minor } of invoicePostings(invoice)) {
    if (basis !== 'cash' || account === 'money') continue
    sums[`${day} ${account}`] = (sums[`${day} ${account}`] ?? 0) - minor
  }
  return sums
}

test('what is paid before the invoice has its tax on the day of the payment', () => {
  expect(cashOf(invoiceOf({ payments: [paid('2025-12-20', 11_900)] }))).toEqual({
    '2025-12-20 tax:collected': 1900,
    '2025-12-20 income:sales': 10_000,
  })
})

test('a late fee changes no tax that was paid, and is paid last', () => {
  const payments = [paid('2026-01-10', 5950), paid('2026-03-01', 6450)]
  const lateFees = [{ dueDate: '2026-01-31', on: '2026-02-05', amountMinor: 500 }]
  expect(cashOf(invoiceOf({ payments, lateFees, totalMinor: 12_400 }))).toEqual({
    '2026-01-10 tax:collected': 950,
    '2026-01-10 income:sales': 5000,
    '2026-03-01 tax:collected': 950,
    '2026-03-01 income:sales': 5500,
  })
})

test('a credit note over what was paid takes its tax back once the money goes back', () => {
  const credited = {
    payments: [paid('2026-02-01', 11_900)],
    creditNotes: [creditNote('2026-02-15', 5000)],
  }
  const before = { '2026-02-01 tax:collected': 1900, '2026-02-01 income:sales': 10_000 }
  expect(cashOf(invoiceOf(credited))).toEqual(before)
  expect(cashOf(invoiceOf({ ...credited, returns: [refund('2026-03-10', 5950, '2026-02-01')] }))).toEqual({
    ...before,
    '2026-03-10 tax:collected': -950,
    '2026-03-10 income:given-back': -5000,
  })
})

test('a credit note over what was not paid changes only what the payment is for', () => {
  const exempt = { tax: 'exempt', rate: null, minor: 0, baseMinor: 10_000 }
  const invoice = invoiceOf({
    totalMinor: 21_900,
    content: {
      totalMinor: 21_900,
      sales: [{ item: 'Design', minor: 20_000 }],
      taxes: [vat(10_000), exempt],
    },
    payments: [paid('2026-02-01', 10_000)],
    creditNotes: [creditNote('2026-02-15', 10_000)],
  })
  expect(cashOf(invoice)).toEqual({
    '2026-02-01 tax:collected': 868,
    '2026-02-01 income:sales': 9132,
    '2026-02-15 tax:collected': -868,
    '2026-02-15 income:sales': 868,
  })
})

test('what is given back before the day of the invoice has its part of the tax', () => {
  const postings = invoicePostings(
    invoiceOf({
      issueDate: '2026-04-01',
      payments: [paid('2026-03-01', 11_900)],
      returns: [refund('2026-03-10', 11_900, '2026-03-01')],
    }),
  )
  const accrual = postings.filter(({ basis, account }) => basis === 'accrual' && account === 'tax:collected')
  expect(accrual.map(({ day, minor }) => [day, minor])).toEqual([
    ['2026-03-10', 1900],
    ['2026-04-01', -1900],
  ])
})

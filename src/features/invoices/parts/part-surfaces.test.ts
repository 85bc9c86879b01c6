import { expect, test } from 'vitest'
import { invoiceDocument } from '../../../../test/support/fixtures/invoice-document.ts'
import { documentFacts, factRows, amountDueRow } from '../document/row-rules.ts'
import { renderInvoiceMail } from '../mail/render-invoice-mail.ts'
import { sheetFactsOf } from '../pdf/pdf-top.ts'
import { partLines } from './part-text-rules.ts'

const charge = { kind: 'amount', amountMinor: 100_000 } as const
const parts = [
  { amount: { kind: 'percentage', value: 30_000 }, amountMinor: 30_000, dueDate: '2026-11-18' },
  { amount: null, amountMinor: 70_000, dueDate: '2026-12-01' },
] as const
const shown = (today: string, receivedMinor = 0) =>
  invoiceDocument({ charge, parts: [...parts], receivedMinor }, today)

test('every document lists the parts with their dates, amounts and what became of them', () => {
  expect(partLines(shown('2026-11-20'))).toEqual([
    'Deposit 30% · due Nov 18, 2026 · $300.00 · Overdue',
    'Rest · due Dec 1, 2026 · $700.00',
  ])
  expect(partLines(shown('2026-11-20', 40_000))).toEqual([
    'Deposit 30% · due Nov 18, 2026 · $300.00 · Paid',
    'Rest · due Dec 1, 2026 · $700.00 · $100.00 paid',
  ])
})

test('a part with a late fee says why it is more than its percentage', () => {
  const lateFees = [{ dueDate: '2026-11-18', on: '2026-12-02', amountMinor: 2500 }]
  const [deposit, rest] = parts
  const grown = [{ ...deposit, amountMinor: 32_500 }, rest]
  expect(partLines(invoiceDocument({ charge, lateFees, parts: grown }, '2026-12-02'))).toEqual([
    'Deposit 30% · due Nov 18, 2026 · $325.00 · Overdue, with late fee',
    'Rest · due Dec 1, 2026 · $700.00 · Overdue',
  ])
})

test('the sheet asks for the next part first, and has the final due date and the whole balance', () => {
  const invoice = shown('2026-11-02')
  expect(sheetFactsOf(invoice, 'invoice').due).toEqual({
    label: 'Amount due',
    amount: '$300.00',
    until: 'Due Nov 18, 2026',
  })
  expect(documentFacts(invoice)).toContainEqual({ key: 'dueDate', label: 'Due date', value: 'Dec 1, 2026' })
  expect(factRows(invoice, 'reminderMail')).toContainEqual({
    key: 'nextDueDate',
    label: 'Due date',
    value: 'Nov 18, 2026',
  })
  expect(amountDueRow(invoice)).toMatchObject({ label: 'Balance due', value: '$1,000.00' })
})

test('the email says which part is due when, and lists all of them', () => {
  const urls = { publicUrl: 'https://app.example/view', appUrl: 'https://app.example' }
  const { text } = renderInvoiceMail(shown('2026-11-02'), urls)
  expect(text).toContain('The deposit of $300.00 is due on Nov 18, 2026.')
  expect(text).toContain('Rest · due Dec 1, 2026 · $700.00')
  expect(renderInvoiceMail(invoiceDocument(), urls).text).not.toContain('Payment schedule')
})

import { expect, test } from 'vitest'
import { defaultStyle } from '../../business/contract.ts'
import type { Invoice } from '../../invoices/contract.ts'
import { eachText } from '../../invoices/document/input-rules.ts'
import { calculateTotals } from '../../invoices/document/totals-rules.ts'
import {
  type CreditNoteValues,
  creditNoteValues,
  outcomeText,
  readCreditNoteForm,
} from './credit-note-form.ts'

const party = {
  email: 'someone@example.com',
  phone: '',
  address: '',
  contactName: '',
  country: '',
  taxId: '',
}
const lines: Invoice['charge'] = {
  kind: 'lines',
  taxIncluded: false,
  lines: [
    { description: 'Design', quantity: 2000, rateMinor: 10_000 },
    { description: 'Hosting', quantity: 1000, rateMinor: 5000 },
  ],
  discount: null,
  taxes: [],
  fees: [{ description: 'Travel', amountMinor: 1000 }],
}

function invoiceOf(charge: Invoice['charge'], change: Partial<Invoice> = {}): Invoice {
  const result = calculateTotals(charge, 'USD')
  if (!result.ok) throw new Error(result.reason)
  return {
    id: '5f0c3e43-6e16-4a53-9df8-1a4f4a3d9f52',
    number: '5F0C3E43',
    version: 1,
    status: 'pending',
    parts: [],
    lateFeeTerms: null,
    approval: null,
    ownFields: {},
    shownFields: [],
    lateFees: [],
    estimateId: null,
    dueMinor: result.totals.totalMinor,
    company: { ...party, name: 'Test Business' },
    logoId: null,
    logo: null,
    client: { ...party, id: null, name: 'Test Client', taxTreatment: 'standard' },
    issueDate: '2026-11-01',
    dueDate: '2026-12-01',
    paymentTerms: 'net_30',
    ...eachText(''),
    currency: 'USD',
    locale: 'en-US',
    charge,
    sendOption: 'email_now',
    sendReminder: false,
    totals: result.totals,
    movements: [],
    creditNotes: [],
    creditNotesMinor: 0,
    receivedMinor: 0,
    creditedMinor: 0,
    waivedMinor: 0,
    isDisputed: false,
    openMinor: result.totals.totalMinor,
    canBeCredited: true,
    publicUrl: 'http://localhost/invoices/1/view',
    style: defaultStyle,
    seriesId: null,
    sentAt: null,
    viewedAt: null,
    paidAt: null,
    createdAt: '2026-11-01T08:00:00.000Z',
    updatedAt: '2026-11-01T08:00:00.000Z',
    ...change,
  }
}

const single = invoiceOf({ kind: 'amount', amountMinor: 10_000 })
const read = (invoice: Invoice, change: Partial<CreditNoteValues> = {}) =>
  readCreditNoteForm({ ...creditNoteValues(invoice), ...change }, invoice, [])
const problemOf = (invoice: Invoice, change: Partial<CreditNoteValues>) => {
  const result = read(invoice, change)
  return result.ok ? null : [result.field, result.message]
}

test('the form offers to credit the whole invoice and to email it, as the invoice was emailed', () => {
  expect(read(invoiceOf(lines))).toMatchObject({ ok: true, choice: { kind: 'rest' } })
  expect(creditNoteValues(single).send).toBe(true)
  expect(creditNoteValues(invoiceOf(lines, { sendOption: 'do_not_send' })).send).toBe(false)
})

test('quantities and fees are read as they were typed; empty ones credit nothing', () => {
  const part = { how: 'part', quantities: ['1.5', ''], fees: [true] } as const
  expect(read(invoiceOf(lines), { ...part, quantities: ['1.5', ''], fees: [true] })).toMatchObject({
    ok: true,
    choice: { kind: 'lines', lines: [{ line: 0, quantity: 1500 }], fees: [0] },
    credit: { totals: { totalMinor: 16_000 } },
  })
})

test('quantities are read in the number format of the invoice, as its amounts are', () => {
  const german = invoiceOf(lines, { locale: 'de-DE' })
  expect(read(german, { how: 'part', quantities: ['1,125', ''] })).toMatchObject({
    choice: { lines: [{ line: 0, quantity: 1125 }] },
  })
  expect(problemOf(german, { how: 'part', quantities: ['1.125', ''] })).toEqual([
    'quantities.0',
    '“1.125” could mean 1125 or 1,125. Please write the one you mean.',
  ])
  expect(problemOf(german, { how: 'part', quantities: ['some', ''] })?.[1]).toBe(
    'Please enter a quantity, such as 1,5.',
  )
})

test('what cannot be credited is said at its field', () => {
  const part = (change: Partial<CreditNoteValues>) => problemOf(invoiceOf(lines), { how: 'part', ...change })
  expect(part({ quantities: ['', 'some'] })).toEqual([
    'quantities.1',
    'Please enter a quantity, such as 1.5.',
  ])
  expect(part({ quantities: ['3', ''] })).toEqual(['lines', 'At most 2 of line 1 can be credited.'])
  expect(part({})).toEqual(['lines', 'Please choose what to credit.'])
  expect(problemOf(single, { how: 'part' })).toEqual(['amountMinor', 'Please enter an amount.'])
  expect(problemOf(single, { how: 'part', amountMinor: 'too-many-decimals' })?.[0]).toBe('amountMinor')
  expect(problemOf(single, { how: 'part', amountMinor: 10_001 })).toEqual([
    'amountMinor',
    'At most $100.00 of this invoice can be credited.',
  ])
  expect(problemOf(single, { reason: 'x'.repeat(501) })?.[0]).toBe('reason')
})

test('the outcome is said before the credit note is made', () => {
  const outcome = (invoice: Invoice, amountMinor: number) => {
    const result = readCreditNoteForm({ ...creditNoteValues(invoice), how: 'part', amountMinor }, invoice, [])
    return result.ok && outcomeText(invoice, result.credit)
  }
  expect(outcome(single, 10_000)).toBe('$100.00 will be credited. The invoice will be canceled.')
  expect(outcome(single, 2500)).toBe('$25.00 will be credited. $75.00 will remain due.')
  const partPaid = { ...single, receivedMinor: 7500, openMinor: 2500 }
  expect(outcome(partPaid, 2500)).toBe('$25.00 will be credited. Nothing will remain due.')
  const paid: Invoice = { ...single, status: 'paid', receivedMinor: 10_000, openMinor: 0 }
  expect(outcome(paid, 2500)).toBe(
    '$25.00 will be credited. Your client will have paid $25.00 more than is owed, for you to return.',
  )
})

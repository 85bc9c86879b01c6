import { expect, test } from 'vitest'
import { defaultStyle } from '../../../business/contract.ts'
import type { Invoice } from '../../../invoices/contract.ts'
import { eachText } from '../../../invoices/document/input-rules.ts'
import { calculateTotals } from '../../../invoices/document/totals-rules.ts'
import {
  type RecordPaymentValues,
  offerText,
  outcomeOf,
  readRecordPaymentForm,
  recordPaymentValues,
} from './record-payment-form.ts'

const today = '2026-11-05'
const party = {
  email: 'someone@example.com',
  phone: '',
  address: '',
  contactName: '',
  country: '',
  taxId: '',
}

function invoiceOf(changes: Partial<Invoice> = {}, totalMinor = 10_000): Invoice {
  const charge = { kind: 'amount' as const, amountMinor: totalMinor }
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
    dueMinor: changes.openMinor ?? totalMinor,
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
    openMinor: totalMinor,
    canBeCredited: false,
    publicUrl: 'http://localhost/invoices/1/view',
    style: defaultStyle,
    seriesId: null,
    sentAt: null,
    viewedAt: null,
    paidAt: null,
    createdAt: '2026-11-01T08:00:00.000Z',
    updatedAt: '2026-11-01T08:00:00.000Z',
    ...changes,
  }
}

const early = invoiceOf({ paymentTerms: '2_10_net_30' })
const settled = (invoice: Invoice, amountMinor: RecordPaymentValues['amountMinor'], receivedOn = today) =>
  outcomeOf(invoice, { amountMinor, receivedOn })

test('begins with all that is open, today, and a receipt unless nothing is to be sent', () => {
  const partly = invoiceOf({ receivedMinor: 4000, openMinor: 6000, sendOption: 'do_not_send' })
  expect(recordPaymentValues(partly, today)).toMatchObject({
    amountMinor: 6000,
    receivedOn: today,
    sendReceipt: false,
  })
  expect(recordPaymentValues(invoiceOf(), today).sendReceipt).toBe(true)
})

test('says what the payment makes of the invoice', () => {
  expect(settled(invoiceOf(), 10_000)).toEqual({ settles: true, text: 'This settles the invoice.' })
  expect(settled(invoiceOf(), 4000)).toEqual({ settles: false, text: '$60.00 will remain due.' })
  expect(settled(invoiceOf(), 10_001)).toBeNull()
  expect(settled(invoiceOf(), null)).toBeNull()
  expect(settled(invoiceOf(), 'not-a-number')).toBeNull()
})

test('less settles it as long as the offer for paying early runs', () => {
  expect(offerText(early, today)).toBe('$98.00 settles it if paid by Nov 11, 2026.')
  expect(settled(early, 9800, '2026-11-11')).toEqual({
    settles: true,
    text: 'This settles the invoice, with $2.00 off for paying early.',
  })
  expect(settled(early, 9799)?.settles).toBe(false)
  expect(offerText(early, '2026-11-12')).toBeNull()
  expect(settled(early, 9800, '2026-11-12')).toEqual({ settles: false, text: '$2.00 will remain due.' })
})

test('an invoice of nothing is closed by nothing', () => {
  const free = invoiceOf({}, 0)
  expect(settled(free, 0)?.settles).toBe(true)
  expect(readRecordPaymentForm(recordPaymentValues(free, today), free, today)).toMatchObject({
    ok: true,
    body: { amountMinor: 0 },
  })
})

test('tells what is wrong beside its field', () => {
  const invoice = invoiceOf()
  const errorsOf = (changes: Partial<RecordPaymentValues>) => {
    const read = readRecordPaymentForm({ ...recordPaymentValues(invoice, today), ...changes }, invoice, today)
    return read.ok ? {} : read.fieldErrors
  }
  expect(errorsOf({})).toEqual({})
  expect(errorsOf({ amountMinor: null })).toEqual({ amountMinor: 'Please enter an amount.' })
  expect(errorsOf({ amountMinor: 0 })).toEqual({ amountMinor: 'Please enter an amount.' })
  expect(errorsOf({ amountMinor: -100 })).toEqual({ amountMinor: 'Please enter an amount.' })
  expect(errorsOf({ amountMinor: 'not-a-number' })).toEqual({
    amountMinor: 'Please enter an amount, such as 150.00.',
  })
  expect(errorsOf({ amountMinor: 10_001 })).toEqual({
    amountMinor: 'This is more than the balance due of $100.00.',
  })
  expect(errorsOf({ receivedOn: '2026-11-06' })).toEqual({ receivedOn: 'This date is in the future.' })
  expect(errorsOf({ receivedOn: null })).toEqual({ receivedOn: 'Please choose the date of the payment.' })
  expect(errorsOf({ receivedOn: 'soon' })).toEqual({ receivedOn: 'Please choose the date of the payment.' })
  expect(errorsOf({ note: 'x'.repeat(501) })['note']).toBeDefined()
})

test('a part asks for no receipt', () => {
  const invoice = invoiceOf()
  const values = { ...recordPaymentValues(invoice, today), amountMinor: 4000 }
  expect(readRecordPaymentForm(values, invoice, today)).toMatchObject({
    ok: true,
    body: { sendReceipt: false },
  })
})

test('the amount is in the currency of the invoice', () => {
  const yen = invoiceOf({ currency: 'JPY' })
  expect(settled(yen, 4000)?.text).toBe('¥6,000 will remain due.')
  const problemOf = (amountMinor: RecordPaymentValues['amountMinor']) => {
    const read = readRecordPaymentForm({ ...recordPaymentValues(yen, today), amountMinor }, yen, today)
    return read.ok ? null : read.fieldErrors['amountMinor']
  }
  expect(problemOf(10_001)).toBe('This is more than the balance due of ¥10,000.')
  expect(problemOf('not-a-number')).toBe('Please enter an amount, such as 150.')
  expect(problemOf('too-many-decimals')).toBe('Amounts in JPY have no decimals.')
})

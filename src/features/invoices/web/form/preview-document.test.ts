import { expect, test } from 'vitest'
import { defaultStyle } from '../../../business/contract.ts'
import { unpaid } from '../../document/document-rules.ts'
import { eachText } from '../../document/input-rules.ts'
import { emptyCharge } from '../charge/charge-values.ts'
import { noLateFee } from '../late-fees/late-fee-values.ts'
import type { InvoiceFormValues } from './invoice-form-values.ts'
import { previewDocument } from './preview-document.ts'

const nobody = { name: '', email: '', phone: '', address: '', contactName: '', country: '', taxId: '' }
const blank: InvoiceFormValues = {
  company: nobody,
  logo: null,
  client: { ...nobody, id: null, taxTreatment: 'standard' },
  issueDate: null,
  dueDate: null,
  paymentTerms: 'net_30',
  ...eachText(''),
  currency: 'USD',
  charge: emptyCharge,
  parts: [],
  lateFee: noLateFee,
  sendOption: 'email_now',
  sendReminder: false,
}
const facts = { number: null, today: '2026-03-01', locale: 'en-US' }
const line = { description: 'Work', quantity: '2', rateMinor: 5000 }

test('an empty form has names, dates and sums that can be shown', () => {
  expect(previewDocument(blank, facts)).toMatchObject({
    company: { name: 'Your company' },
    client: { name: 'Your client' },
    issueDate: '2026-03-01',
    dueDate: '2026-03-01',
    status: 'pending',
    totals: { totalMinor: 0 },
    amountDueMinor: 0,
  })
})

test('numbers that are not there yet count for nothing', () => {
  const lines = [line, { description: '', quantity: '', rateMinor: null }]
  const { totals } = previewDocument({ ...blank, charge: { ...emptyCharge, kind: 'lines', lines } }, facts)
  expect(totals).toMatchObject({ lineMinor: [10_000, 0], totalMinor: 10_000 })
})

test('a discount above the subtotal is left out, and a sum beyond the limit shows as nothing', () => {
  const discount = { kind: 'fixed' as const, percentage: '', amountMinor: 20_000, description: '' }
  const charge = { ...emptyCharge, kind: 'lines' as const, lines: [line], discount }
  expect(previewDocument({ ...blank, charge }, facts).totals.totalMinor).toBe(10_000)
  const lines = [{ ...line, quantity: '9999', rateMinor: 99_999_999_999 }]
  const { totals } = previewDocument({ ...blank, charge: { ...charge, lines } }, facts)
  expect(totals).toMatchObject({ lineMinor: [0], totalMinor: 0 })
})

test('what was paid in part is taken off what is due', () => {
  const charge = { ...emptyCharge, amountMinor: 10_000 }
  const paid = {
    ...unpaid,
    movements: [{ kind: 'payment' as const, on: '2026-02-27', method: 'cash' as const, amountMinor: 4000 }],
    receivedMinor: 4000,
    waivedMinor: 1000,
  }
  const made = previewDocument({ ...blank, charge }, { ...facts, number: '1A2B3C4D', paid })
  expect(made).toMatchObject({ amountDueMinor: 5000, movements: paid.movements })
})

test('an amount that says nothing is named by its number once there is one', () => {
  const charge = { ...emptyCharge, amountMinor: 10_000 }
  expect(previewDocument({ ...blank, charge }, facts).description).toBe('What this is for')
  const made = previewDocument({ ...blank, charge }, { ...facts, number: '1A2B3C4D' })
  expect(made).toMatchObject({ number: '1A2B3C4D', description: '' })
})

test('it looks as it was made, or else as usual', () => {
  const style = { look: 'modern', accentColour: '#b91c1c', logoPosition: 'center' } as const
  expect(previewDocument(blank, { ...facts, style }).style).toEqual(style)
  expect(previewDocument(blank, facts).style).toEqual(defaultStyle)
})

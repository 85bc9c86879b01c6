import { expect, test } from 'vitest'
import { defaultStyle } from '../../../business/contract.ts'
import { eachText } from '../../document/input-rules.ts'
import { emptyCharge } from '../charge/charge-values.ts'
import type { InvoiceFormValues } from './invoice-form-values.ts'
import { previewDocument } from './preview-document.ts'

const nobody = { name: '', email: '', phone: '', address: '', contactName: '' }
const blank: InvoiceFormValues = {
  company: nobody,
  logo: null,
  client: { ...nobody, id: null },
  issueDate: null,
  dueDate: null,
  paymentTerms: 'net_30',
  ...eachText(''),
  charge: emptyCharge,
  sendOption: 'email_now',
  sendReminder: false,
}
const facts = { number: null, today: '2026-03-01' }
const line = { description: 'Work', quantity: '2', rateCents: 5000 }

test('an empty form has names, dates and sums that can be shown', () => {
  expect(previewDocument(blank, facts)).toMatchObject({
    company: { name: 'Your company' },
    client: { name: 'Your client' },
    issueDate: '2026-03-01',
    dueDate: '2026-03-01',
    status: 'pending',
    totals: { totalCents: 0 },
    amountDueCents: 0,
  })
})

test('numbers that are not there yet count for nothing', () => {
  const lines = [line, { description: '', quantity: '', rateCents: null }]
  const { totals } = previewDocument({ ...blank, charge: { ...emptyCharge, kind: 'lines', lines } }, facts)
  expect(totals).toMatchObject({ lineCents: [10_000, 0], totalCents: 10_000 })
})

test('a discount above the subtotal is left out, and a sum beyond the limit shows as nothing', () => {
  const discount = { kind: 'fixed' as const, percentage: '', amountCents: 20_000, description: '' }
  const charge = { ...emptyCharge, kind: 'lines' as const, lines: [line], discount }
  expect(previewDocument({ ...blank, charge }, facts).totals.totalCents).toBe(10_000)
  const lines = [{ ...line, quantity: '9999', rateCents: 99_999_999_999 }]
  const { totals } = previewDocument({ ...blank, charge: { ...charge, lines } }, facts)
  expect(totals).toMatchObject({ lineCents: [0], totalCents: 0 })
})

test('what was paid in part is taken off what is due', () => {
  const charge = { ...emptyCharge, amountCents: 10_000 }
  const paid = {
    movements: [{ kind: 'payment' as const, on: '2026-02-27', method: 'cash' as const, amountCents: 4000 }],
    receivedCents: 4000,
    creditedCents: 0,
    waivedCents: 1000,
    isDisputed: false,
  }
  const made = previewDocument({ ...blank, charge }, { ...facts, number: '1A2B3C4D', paid })
  expect(made).toMatchObject({ amountDueCents: 5000, movements: paid.movements })
})

test('an amount that says nothing is named by its number once there is one', () => {
  const charge = { ...emptyCharge, amountCents: 10_000 }
  expect(previewDocument({ ...blank, charge }, facts).description).toBe('What this is for')
  const made = previewDocument({ ...blank, charge }, { ...facts, number: '1A2B3C4D' })
  expect(made).toMatchObject({ number: '1A2B3C4D', description: '' })
})

test('it looks as it was made, or else as usual', () => {
  const style = { look: 'modern', accentColour: '#b91c1c', logoPosition: 'center' } as const
  expect(previewDocument(blank, { ...facts, style }).style).toEqual(style)
  expect(previewDocument(blank, facts).style).toEqual(defaultStyle)
})

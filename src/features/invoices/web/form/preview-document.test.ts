import { describe, expect, test } from 'vitest'
import { defaultStyle } from '../../../business/contract.ts'
import { unpaid } from '../../document/document-rules.ts'
import { eachText } from '../../document/input-rules.ts'
import { paidRows } from '../../document/row-rules.ts'
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
  ownFields: {},
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
  const undiscounted = previewDocument({ ...blank, charge }, facts)
  expect(undiscounted).toMatchObject({ totals: { totalMinor: 10_000 }, charge: { discount: null } })
  const lines = [{ ...line, quantity: '9999', rateMinor: 99_999_999_999 }]
  const { totals } = previewDocument({ ...blank, charge: { ...charge, lines } }, facts)
  expect(totals).toMatchObject({ lineMinor: [0], totalMinor: 0 })
})

describe('what is not allowed', () => {
  const most = { kind: 'percentage' as const, percentage: '60', amountMinor: null, dueInDays: '' }
  const parts = [
    { ...most, dueDate: '2026-03-05' },
    { ...most, dueDate: '2026-03-10' },
  ]
  const amounted = {
    ...blank,
    dueDate: '2026-03-31',
    paymentTerms: 'custom' as const,
    charge: { ...emptyCharge, amountMinor: 10_000 },
  }
  const drawnParts = (changes: Partial<InvoiceFormValues>) =>
    previewDocument({ ...amounted, ...changes }, facts).parts

  test('a negative amount counts for nothing, and is not overpaid', () => {
    const made = previewDocument({ ...blank, charge: { ...emptyCharge, amountMinor: -500 } }, facts)
    expect(made).toMatchObject({ totals: { totalMinor: 0 }, amountDueMinor: 0 })
    expect(paidRows(made)).toEqual([])
  })

  test('no line, discount or fee that is below 0 or beyond its limit is calculated with', () => {
    const charge = {
      ...emptyCharge,
      kind: 'lines' as const,
      lines: [line, { ...line, rateMinor: -5000 }, { ...line, quantity: '10000000' }],
      discount: { kind: 'percentage' as const, percentage: '101', amountMinor: null, description: '' },
      fees: [{ description: 'Delivery', amountMinor: -100 }],
    }
    const made = previewDocument({ ...blank, charge }, facts)
    expect(made.totals).toMatchObject({ lineMinor: [10_000, 0, 0], totalMinor: 10_000 })
    expect(made.charge).toMatchObject({ discount: null })
    const fixed = { ...charge.discount, kind: 'fixed' as const, amountMinor: -1 }
    expect(previewDocument({ ...blank, charge: { ...charge, discount: fixed } }, facts).totals).toEqual(
      made.totals,
    )
  })

  test('parts are shown once they leave a rest, each on a later day', () => {
    const [first, second] = [parts[0]!, { ...parts[1]!, percentage: '30' }]
    expect(drawnParts({ parts: [first, second] }).map(({ amountMinor }) => amountMinor)).toEqual([
      6000, 3000, 1000,
    ])
    expect(drawnParts({ parts })).toEqual([])
    expect(drawnParts({ parts: [first], charge: emptyCharge })).toEqual([])
    expect(drawnParts({ parts: [{ ...first, percentage: '100' }] })).toEqual([])
    expect(drawnParts({ parts: [{ ...first, kind: 'fixed', amountMinor: -100 }] })).toEqual([])
    expect(drawnParts({ parts: [second, first] })).toEqual([])
    expect(drawnParts({ parts: [first], dueDate: first.dueDate })).toEqual([])
    expect(drawnParts({ parts: [first], paymentTerms: '2_10_net_30' })).toEqual([])
  })

  test('a number of days that is none leaves the parts out', () => {
    const part = { ...most, dueDate: null, dueInDays: '4' }
    expect(drawnParts({ parts: [part] })).toMatchObject([{ dueDate: '2026-03-05' }, { amount: null }])
    for (const dueInDays of ['', 'soon', '-4', '99999999999']) {
      expect(drawnParts({ parts: [{ ...part, dueInDays }] })).toEqual([])
    }
  })

  test('a due date before the issue date is the issue date', () => {
    const made = previewDocument({ ...amounted, issueDate: '2026-03-10', dueDate: '2026-02-01' }, facts)
    expect(made).toMatchObject({ dueDate: '2026-03-10', status: 'pending' })
  })

  test('an amount below what was received shows no payments until it covers them', () => {
    const lateFees = [{ dueDate: '2026-02-01', on: '2026-02-15', amountMinor: 200 }]
    const paid = {
      ...unpaid,
      lateFees,
      movements: [{ kind: 'payment' as const, on: '2026-02-27', method: 'cash' as const, amountMinor: 4000 }],
      receivedMinor: 4000,
    }
    const drawn = (amountMinor: number | null) =>
      previewDocument({ ...blank, charge: { ...emptyCharge, amountMinor } }, { ...facts, number: '1', paid })
    expect(paidRows(drawn(null))).toEqual([])
    expect(drawn(3799)).toMatchObject({ movements: [], amountDueMinor: 3999, lateFees })
    expect(drawn(3800)).toMatchObject({ movements: paid.movements, amountDueMinor: 0 })
  })
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

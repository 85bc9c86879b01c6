import { describe, expect, test } from 'vitest'
import type { Invoice } from '../../contract.ts'
import { eachText, invoiceContentSchema } from '../../document/input-rules.ts'
import { contentOf, datelessValuesOf, formPath, toInvoiceContent } from './content-values.ts'
import { formValuesFrom } from './invoice-form-values.ts'

const party = {
  name: 'Test',
  email: 'test@example.com',
  phone: '',
  address: '',
  contactName: '',
  country: '',
  taxId: '',
}
const logo = { id: '3f2c1b0a-9d8e-4f7a-8b6c-5d4e3f2a1b0c', url: '/logo', width: 10, height: 10 }
const invoice = {
  company: party,
  logoId: logo.id,
  logo,
  client: { ...party, id: null, taxTreatment: 'standard' as const },
  issueDate: '2026-11-15',
  dueDate: '2026-11-25',
  paymentTerms: 'custom',
  ...eachText(''),
  purchaseOrder: 'PO 7',
  description: 'Work',
  notes: 'Thank you',
  currency: 'EUR',
  charge: { kind: 'amount', amountMinor: 12_500 },
  parts: [{ amount: { kind: 'percentage', value: 30_000 }, dueDate: '2026-11-18' }],
  lateFeeTerms: { kind: 'percentage', value: 1500, afterDays: 14, repeats: 'monthly', maxMinor: 5000 },
  sendOption: 'email_later',
  sendReminder: true,
} as unknown as Invoice

describe('what stays of an invoice', () => {
  test('is content, with its own due date as a number of days', () => {
    const content = invoiceContentSchema.parse(contentOf(invoice))
    expect(content).toMatchObject({
      dueInDays: 10,
      parts: [{ amount: { kind: 'percentage', value: 30_000 }, dueInDays: 3 }],
      purchaseOrder: 'PO 7',
      logoId: logo.id,
    })
  })

  test('has no number of days where the terms say it', () => {
    expect(contentOf({ ...invoice, paymentTerms: 'net_15' }).dueInDays).toBeNull()
  })

  test('is due at once where it was due before it was issued, and within a year where it was not', () => {
    expect(contentOf({ ...invoice, dueDate: '2026-11-01' }).dueInDays).toBe(0)
    expect(contentOf({ ...invoice, dueDate: '2030-11-01' }).dueInDays).toBe(365)
  })

  test('survives the way through a form', () => {
    const content = contentOf(invoice)
    expect(toInvoiceContent(datelessValuesOf(content, logo))).toEqual(content)
  })

  test('goes without a logo that is gone', () => {
    expect(toInvoiceContent(datelessValuesOf(contentOf(invoice), null)).logoId).toBeNull()
  })
})

test('an invoice that begins with it is dated today', () => {
  const begun = formValuesFrom(contentOf(invoice), logo, '2027-01-31')
  expect(begun).toMatchObject({ issueDate: '2027-01-31', dueDate: '2027-02-10', sendOption: 'email_now' })
  const net15 = formValuesFrom(contentOf({ ...invoice, paymentTerms: 'net_15' }), logo, '2027-01-31')
  expect(net15.dueDate).toBe('2027-02-15')
})

test('what the server refuses of it stands beside the same fields', () => {
  const values = datelessValuesOf(contentOf(invoice), logo)
  expect(formPath('content.client.email', values)).toBe('client.email')
  expect(formPath('content.logoId', values)).toBe('logo')
})

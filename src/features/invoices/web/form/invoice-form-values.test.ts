import { afterEach, describe, expect, test } from 'vitest'
import { setReaderLocale } from '../../../../shared/decimals.ts'
import { defaultStyle } from '../../../business/contract.ts'
import type { Invoice } from '../../contract.ts'
import { invoiceInputSchema } from '../../document/input-rules.ts'
import { readCharge } from '../charge/charge-values.ts'
import { formPath } from './content-values.ts'
import {
  type InvoiceFormValues,
  checkInvoiceForm,
  formValuesOf,
  newFormValues,
  toInvoiceInput,
} from './invoice-form-values.ts'

afterEach(() => setReaderLocale('en-US'))

const business = {
  id: '7f1c8f4e-6f4e-4c39-9d3f-0a4a4d1b2c3d',
  name: 'Test Business',
  timeZone: 'UTC',
  email: 'owner@example.com',
  phone: '',
  address: '',
  contactName: '',
  country: '',
  taxId: '',
  logo: null,
  plan: 'free' as const,
  currency: 'USD',
  locale: 'en-US',
  documentStyle: defaultStyle,
  lateFeeTerms: null,
  createdAt: '2026-01-01T00:00:00Z',
}
const blank = newFormValues(business, '2026-03-01')
const client = { ...blank.client, name: 'A client', email: 'client@example.com' }
const complete: InvoiceFormValues = {
  ...blank,
  client,
  charge: { ...blank.charge, amountMinor: 15_000 },
}
const withLines: InvoiceFormValues = {
  ...complete,
  charge: {
    kind: 'lines',
    taxIncluded: false,
    amountMinor: null,
    lines: [{ description: 'Work', quantity: '1.5', rateMinor: 10_000 }],
    discount: { kind: 'percentage', percentage: '7.5', amountMinor: null, description: 'Early bird' },
    taxes: [{ name: 'VAT', rate: 7700 }],
    fees: [{ description: 'Delivery', amountMinor: 500 }],
  },
}

describe('a new form', () => {
  test('is dated today, due in 30 days and mailed now', () => {
    expect(blank).toMatchObject({
      issueDate: '2026-03-01',
      dueDate: '2026-03-31',
      paymentTerms: 'net_30',
      sendOption: 'email_now',
      company: { name: 'Test Business', email: 'owner@example.com' },
    })
  })

  test('names every required field that is empty, and no other', () => {
    const empty = { ...blank, company: { ...blank.company, name: ' ', email: '' }, dueDate: null }
    expect(checkInvoiceForm(empty)).toEqual({
      'company.name': 'Please enter your company name.',
      'company.email': 'Please enter your company’s email address.',
      'client.name': 'Please enter the client’s company name.',
      'client.email': 'Please enter the client’s email address.',
      dueDate: 'Please choose a due date.',
      'charge.amountMinor': 'Please enter an amount, such as 150.00.',
    })
  })
})

describe('what is sent', () => {
  test('is what the contract takes', () => {
    expect(checkInvoiceForm(complete)).toEqual({})
    expect(invoiceInputSchema.parse(toInvoiceInput(withLines)).charge).toEqual({
      kind: 'lines',
      taxIncluded: false,
      lines: [{ description: 'Work', quantity: 1500, rateMinor: 10_000 }],
      discount: { kind: 'percentage', value: 7500, description: 'Early bird' },
      taxes: [{ name: 'VAT', rate: 7700 }],
      fees: [{ description: 'Delivery', amountMinor: 500 }],
    })
  })

  test('asks for no reminder when nothing is to be sent', () => {
    const silent = { ...complete, sendReminder: true, sendOption: 'do_not_send' as const }
    expect(toInvoiceInput(silent).sendReminder).toBe(false)
    expect(toInvoiceInput({ ...silent, sendOption: 'email_later' }).sendReminder).toBe(true)
  })

  test('survives the way through a stored invoice', () => {
    const input = toInvoiceInput(withLines)
    const stored = { ...input, logo: null } as unknown as Invoice
    expect(toInvoiceInput(formValuesOf(stored))).toEqual(input)
  })
})

describe('a reader with a decimal comma', () => {
  const withNumbers = (quantity: string, percentage: string): InvoiceFormValues => ({
    ...withLines,
    charge: {
      ...withLines.charge,
      lines: [{ description: 'Work', quantity, rateMinor: 10_000 }],
      discount: { ...withLines.charge.discount, percentage },
    },
  })

  test('sees quantities and percentages as they are written in amounts, and gets the same back', () => {
    const input = toInvoiceInput(withNumbers('1250.125', '7.125'))
    const stored = { ...input, logo: null } as unknown as Invoice
    setReaderLocale('de-DE')
    const { charge } = formValuesOf(stored)
    expect([charge.lines[0]?.quantity, charge.discount.percentage]).toEqual(['1250,125', '7,125'])
    expect(toInvoiceInput(formValuesOf(stored))).toEqual(input)
  })

  test('is asked what was meant, and told how to write it', () => {
    setReaderLocale('de-DE')
    expect(checkInvoiceForm(withNumbers('1,5', '7,5'))).toEqual({})
    expect(checkInvoiceForm(withNumbers('1.250', '7.125'))).toEqual({
      'charge.lines.0.quantity': '“1.250” could mean 1250 or 1,25. Please write the one you mean.',
      'charge.discount.percentage': '“7.125” could mean 7125 or 7,125. Please write the one you mean.',
    })
    expect(checkInvoiceForm(withNumbers('many', '7,5'))).toEqual({
      'charge.lines.0.quantity': 'Please enter a quantity, such as 1,5.',
    })
  })
})

describe('what is wrong', () => {
  test('stands at the field that was typed into', () => {
    const { charge } = withLines
    const odd: InvoiceFormValues = {
      ...withLines,
      charge: {
        ...charge,
        lines: [{ description: '', quantity: '1.2345', rateMinor: null }],
        discount: { ...charge.discount, percentage: '101' },
      },
    }
    expect(Object.keys(checkInvoiceForm(odd)).toSorted()).toEqual([
      'charge.discount.percentage',
      'charge.lines.0.description',
      'charge.lines.0.quantity',
      'charge.lines.0.rateMinor',
    ])
    expect(formPath('charge.discount.value', odd)).toBe('charge.discount.percentage')
  })

  test('includes a discount above the subtotal and a total that is too large', () => {
    const discount = { kind: 'fixed' as const, percentage: '', amountMinor: 15_001, description: '' }
    expect(checkInvoiceForm({ ...withLines, charge: { ...withLines.charge, discount } })).toEqual({
      'charge.discount.amountMinor': 'The discount can’t be more than the subtotal.',
    })
    const lines = [{ description: 'Work', quantity: '1000', rateMinor: 99_999_999_999 }]
    expect(Object.keys(checkInvoiceForm({ ...withLines, charge: { ...withLines.charge, lines } }))).toEqual([
      'charge',
    ])
  })

  test.each([
    ['too-large', 'The amount can be at most $999,999,999.99.'],
    ['too-many-decimals', 'Please use at most two decimals.'],
    ['not-a-number', 'Please write the amount like 1,234.50.'],
    ['ambiguous 1.234', '“1.234” could mean 1,234.00 or 1.23. Please write the one you mean.'],
    [-1, 'The amount can’t be less than 0.'],
  ] as const)('tells why an amount is none: %s', (amountMinor, message) => {
    const charge = { ...complete.charge, amountMinor }
    expect(checkInvoiceForm({ ...complete, charge })).toEqual({ 'charge.amountMinor': message })
    const discount = { kind: 'fixed' as const, percentage: '', amountMinor, description: '' }
    const lines = [{ description: 'Work', quantity: '1', rateMinor: amountMinor }]
    expect(
      checkInvoiceForm({ ...withLines, charge: { ...withLines.charge, lines, discount } }),
    ).toMatchObject({ 'charge.lines.0.rateMinor': message, 'charge.discount.amountMinor': message })
  })

  test('is a date that is none, as much as one that is missing', () => {
    expect(checkInvoiceForm({ ...complete, issueDate: 'tomorrow', dueDate: null })).toEqual({
      issueDate: 'Please choose an issue date.',
      dueDate: 'Please choose a due date.',
    })
  })

  test('includes a due date that the terms do not lead to', () => {
    expect(Object.keys(checkInvoiceForm({ ...complete, dueDate: '2026-04-02' }))).toEqual(['dueDate'])
    expect(checkInvoiceForm({ ...complete, dueDate: '2026-04-02', paymentTerms: 'custom' })).toEqual({})
  })
})

test('a missing number is NaN for the schema and whatever is asked for elsewhere', () => {
  expect(readCharge(blank.charge)).toEqual({ kind: 'amount', amountMinor: Number.NaN })
  const fallbacks = { blank: 0, invalid: 1 }
  expect(readCharge(blank.charge, fallbacks)).toEqual({ kind: 'amount', amountMinor: 0 })
  const wrong = { ...blank.charge, amountMinor: 'not-a-number' as const }
  expect(readCharge(wrong, fallbacks)).toEqual({ kind: 'amount', amountMinor: 1 })
})

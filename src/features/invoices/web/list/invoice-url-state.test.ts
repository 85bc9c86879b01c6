import { expect, test } from 'vitest'
import { invoiceCount, readInvoiceUrlState } from './invoice-url-state.ts'

test('an address says a place, and what it says wrongly is taken out of it by name', () => {
  const nothing = { status: undefined, search: undefined, after: undefined, before: undefined }
  const parameters = { status: 'paid', search: 'mill', after: 'x' }
  expect(readInvoiceUrlState(parameters)).toStrictEqual({ ...nothing, ...parameters })
  expect(readInvoiceUrlState({ status: 'bogus', before: ['x'], other: '1' })).toStrictEqual(nothing)
})

test('one invoice is not one invoices', () => {
  expect([0, 1, 2].map(invoiceCount)).toEqual(['0 invoices', '1 invoice', '2 invoices'])
})

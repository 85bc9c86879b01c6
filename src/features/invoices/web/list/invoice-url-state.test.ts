import { expect, test } from 'vitest'
import {
  atCursor,
  filtersOf,
  firstPage,
  invoiceCount,
  isFiltered,
  readInvoiceUrlState,
  rememberInvoiceUrlState,
  rememberedInvoiceUrlState,
  withSearch,
  withStatus,
} from './invoice-url-state.ts'

test('an address says a place, and what it says wrongly is taken out of it by name', () => {
  const nothing = { status: undefined, search: undefined, after: undefined, before: undefined }
  expect(readInvoiceUrlState({ status: 'paid', search: 'mill', after: 'x' })).toStrictEqual({
    ...nothing,
    status: 'paid',
    search: 'mill',
    after: 'x',
  })
  expect(readInvoiceUrlState({ status: 'bogus', search: '', before: ['x'], other: '1' })).toStrictEqual(
    nothing,
  )
})

test('the way back leads to where one was, and nobody else', () => {
  expect(rememberedInvoiceUrlState('mine')).toEqual({})
  rememberInvoiceUrlState('mine', { status: 'paid' })
  expect(rememberedInvoiceUrlState('mine')).toEqual({ status: 'paid' })
  expect(rememberedInvoiceUrlState('yours')).toEqual({})
  expect(rememberedInvoiceUrlState(undefined)).toEqual({})
})

test('the question to the server leaves out what the address does not say', () => {
  expect(filtersOf({})).toEqual({})
  expect(filtersOf({ status: 'paid', search: 'mill', after: 'x' })).toEqual({
    status: 'paid',
    search: 'mill',
    after: 'x',
  })
})

test('an address with both places, blanks or a text without end still asks a good question', () => {
  expect(filtersOf({ after: 'x', before: 'y' })).toEqual({ after: 'x' })
  expect(filtersOf({ search: '   ' })).toEqual({})
  expect(filtersOf({ search: 'a'.repeat(500) }).search).toHaveLength(200)
})

test('a new filter begins at the first page and keeps the other filter', () => {
  const deep = { status: 'pending', search: 'mill', after: 'x' } as const
  expect(withStatus(deep, 'paid')).toEqual({ status: 'paid', search: 'mill' })
  expect(withStatus(deep, undefined)).toEqual({ search: 'mill' })
  expect(withSearch(deep, 'shop')).toEqual({ status: 'pending', search: 'shop' })
  expect(withSearch(deep, '')).toEqual({ status: 'pending' })
})

test('turning the page keeps the filters and names one place only', () => {
  const urlState = { status: 'overdue', search: 'mill', before: 'b' } as const
  expect(atCursor(urlState, { after: 'next' })).toEqual({ status: 'overdue', search: 'mill', after: 'next' })
  expect(atCursor({ ...urlState, after: 'a' }, { before: 'previous' })).toEqual({
    status: 'overdue',
    search: 'mill',
    before: 'previous',
  })
  expect(firstPage(urlState)).toEqual({ status: 'overdue', search: 'mill' })
})

test('a place in the list is no filter', () => {
  expect(isFiltered({ after: 'x' })).toBe(false)
  expect(isFiltered({ search: 'x' })).toBe(true)
  expect(isFiltered({ status: 'paid' })).toBe(true)
})

test('one invoice is not one invoices', () => {
  expect([0, 1, 2].map(invoiceCount)).toEqual(['0 invoices', '1 invoice', '2 invoices'])
})

import { expect, test } from 'vitest'
import { withChange } from '../../../web/lists/list-url-state.ts'
import { type ReceiptUrlState, readReceiptUrlState, requestOf } from './receipt-url-state.ts'

test('what the address cannot mean is dropped', () => {
  const read = readReceiptUrlState({ filter: 'lost', view: 'tiles', search: '', after: 'a\0', other: '1' })
  expect(Object.values(read).filter((value) => value !== undefined)).toEqual([])
  expect(readReceiptUrlState({ filter: 'filed', view: 'list', search: 'cement' })).toMatchObject({
    filter: 'filed',
    view: 'list',
    search: 'cement',
  })
})

test('the request has the trimmed search, the filter and one cursor', () => {
  expect(
    requestOf({ search: ' cement ', filter: 'to-check', view: 'list', after: 'x', before: 'y' }),
  ).toEqual({
    search: 'cement',
    filter: 'to-check',
    after: 'x',
  })
  expect(requestOf({ search: ' ', filter: 'missing' })).toEqual({})
})

test('another filter begins on the first page and keeps the view', () => {
  const urlState: ReceiptUrlState = { view: 'list', search: 'cement', after: 'x' }
  expect(requestOf(withChange(urlState, { filter: 'filed' }))).toEqual({
    search: 'cement',
    filter: 'filed',
  })
})

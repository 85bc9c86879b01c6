import { expect, test } from 'vitest'
import { ownerNotes, unpayableText } from './unpayable-text.ts'

const fine = { currency: 'USD', cardProblem: null, paypalProblem: null }

test('the client reads why there is no button', () => {
  expect(unpayableText(fine)).toBe('This invoice can’t be paid online.')
  expect(unpayableText({ ...fine, cardProblem: 'too-small' })).toBe('This amount can’t be paid by card.')
  expect(unpayableText({ ...fine, cardProblem: 'decimals' })).toBe('This amount can’t be paid by card.')
  expect(unpayableText({ ...fine, currency: 'GHS', cardProblem: 'currency' })).toBe(
    'Invoices in Ghanaian Cedi can’t be paid by card.',
  )
})

test('the owner reads which way to pay does not take the currency, or its decimals', () => {
  expect(ownerNotes(fine)).toEqual([])
  expect(ownerNotes({ ...fine, cardProblem: 'too-small' })).toEqual([])
  expect(ownerNotes({ currency: 'GHS', cardProblem: 'currency', paypalProblem: 'currency' })).toEqual([
    'Your client can’t pay this by card, because Stripe doesn’t take Ghanaian Cedi.',
    'Your client can’t pay this with PayPal, because PayPal doesn’t take Ghanaian Cedi.',
  ])
  expect(ownerNotes({ currency: 'HUF', cardProblem: null, paypalProblem: 'decimals' })).toEqual([
    'Your client can’t pay this with PayPal, because PayPal takes Hungarian Forint only without decimals.',
  ])
  expect(ownerNotes({ currency: 'KWD', cardProblem: 'decimals', paypalProblem: null })).toEqual([
    'Your client can’t pay this by card, because Stripe takes Kuwaiti Dinar only with a 0 as the last decimal.',
  ])
})

import { expect, test } from 'vitest'
import { renderSandboxPage } from '../../pages/page-shell.ts'
import { readCard, renderCardFields } from './card-form.ts'

const now = new Date('2026-11-15T12:00:00Z')
const good = { number: '4242 4242 4242 4242', expiry: '11 / 26', cvc: '123', name: 'Test Owner' }

function read(fields: Partial<typeof good>) {
  return readCard(new URLSearchParams({ ...good, ...fields }), now)
}

function shown(fields: Parameters<typeof renderCardFields>[0]): string {
  return renderSandboxPage({ title: 'Card', body: renderCardFields(fields) })
}

test('a test card is read into what may be kept of it', () => {
  expect(read({}).card).toEqual({
    outcome: 'succeeds',
    brand: 'visa',
    last4: '4242',
    expMonth: 11,
    expYear: 2026,
  })
})

test.each([
  ['4000000000000002', 'generic_decline'],
  ['4000-0025-0000-3155', 'asks'],
  ['4000 0000 0000 9995', 'insufficient_funds'],
])('card %s is known by what it does', (number, outcome) => {
  expect(read({ number }).card?.outcome).toBe(outcome)
})

test.each(['5555555555554444', '4111111111111111', '424242424242424', '42424242424242424', 'twelve'])(
  'no other number is taken, nor shown again: %s',
  (number) => {
    const { card, errors, values } = read({ number })
    expect(card).toBeUndefined()
    expect(errors).toEqual({
      number: 'Use one of the test cards below. Never type a real card number here.',
    })
    expect(shown({ errors, values })).not.toContain(number)
  },
)

test('a card number that slipped into another field is not shown again either', () => {
  const { values } = read({ expiry: '411111111', name: '4111 1111 1111 1111' })
  expect(values).toEqual({ expiry: '', name: '' })
})

test.each([
  ['11/26', 11, 2026],
  ['1 / 27', 1, 2027],
  ['0130', 1, 2030],
  ['12/2040', 12, 2040],
])('the date %s is read', (expiry, expMonth, expYear) => {
  expect(read({ expiry }).card).toMatchObject({ expMonth, expYear })
})

test.each([
  ['10 / 26', 'This date is in the past.'],
  ['12/25', 'This date is in the past.'],
  ['13 / 30', 'Enter the date as MM / YY.'],
  ['00/30', 'Enter the date as MM / YY.'],
  ['', 'Enter the date as MM / YY.'],
  ['12/2999', 'Enter the date as MM / YY.'],
])('the date "%s" is refused', (expiry, message) => {
  expect(read({ expiry }).errors).toEqual({ expiry: message })
})

test.each(['', '12', '12345', 'abc'])('the CVC "%s" is refused', (cvc) => {
  expect(read({ cvc }).errors).toEqual({ cvc: 'Enter the 3- or 4-digit code.' })
})

test('an empty form tells every field what it lacks, and the first one has the focus', () => {
  const { errors, values } = readCard(new URLSearchParams(), now)
  expect(Object.keys(errors ?? {})).toEqual(['number', 'expiry', 'cvc'])
  const fields = shown({ errors, values })
  for (const name of ['number', 'expiry', 'cvc']) {
    expect(fields).toContain(`aria-invalid="true" aria-describedby="card-${name}-error"`)
    expect(fields).toContain(`id="card-${name}-error"`)
  }
  expect(fields.match(/autofocus/g)).toHaveLength(1)
})

test('what was typed is escaped', () => {
  const { values } = read({ name: '"><script>alert(1)</script>' })
  expect(shown({ values })).not.toContain('<script>')
})

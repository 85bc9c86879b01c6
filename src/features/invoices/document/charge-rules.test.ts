import { expect, test } from 'vitest'
import { invoiceInput } from '../../../../test/support/fixtures/invoice-input.ts'
import { type InvoiceInput, invoiceInputSchema } from './input-rules.ts'

const breaks = (count: number, kind = '\n') => `a${kind}`.repeat(count) + 'a'

function problemsOf(overrides: Partial<InvoiceInput>): Record<string, string> {
  const { error } = invoiceInputSchema.safeParse(invoiceInput(overrides))
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])
}

function charge(...descriptions: string[]): InvoiceInput['charge'] {
  const lines = descriptions.map((description) => ({ description, quantity: 1000, rateMinor: 100 }))
  return { kind: 'lines', taxIncluded: false, lines, discount: null, taxes: [], fees: [] }
}

const { company, client } = invoiceInput()

test('the descriptions of all lines have 30,000 characters together, and not one more', () => {
  const full = Array.from({ length: 100 }, () => 'x'.repeat(300))
  expect(problemsOf({ charge: charge(...full) })).toEqual({})
  expect(problemsOf({ charge: charge(...full, 'x') })).toEqual({
    'charge.lines': 'The descriptions of all lines together can have at most 30,000 characters.',
  })
})

test.each<[string, number, (words: string) => Partial<InvoiceInput>]>([
  ['charge.lines.1.description', 20, (words) => ({ charge: charge('Work', words) })],
  ['company.address', 10, (address) => ({ company: { ...company, address } })],
  ['client.address', 10, (address) => ({ client: { ...client, address } })],
  ['description', 100, (description) => ({ description })],
  ['notes', 100, (notes) => ({ notes })],
])('%s has at most %i line breaks', (path, max, write) => {
  expect(problemsOf(write(breaks(max)))).toEqual({})
  expect(problemsOf(write(breaks(max + 1)))).toEqual({ [path]: `Please use at most ${max} line breaks.` })
})

test('a line break counts once, however it is written', () => {
  expect(problemsOf({ charge: charge(breaks(20, '\r\n')) })).toEqual({})
  for (const kind of ['\r', '\v', '\f', '\u0085', '\u2028', '\u2029']) {
    expect(Object.keys(problemsOf({ charge: charge(breaks(21, kind)) }))).toEqual([
      'charge.lines.0.description',
    ])
  }
})

test('there can be 10 taxes and 20 fees, and not one more', () => {
  const lines = [{ description: 'Work', quantity: 1000, rateMinor: 100 }]
  const many = (taxes: number, fees: number): InvoiceInput['charge'] => ({
    kind: 'lines',
    taxIncluded: false,
    lines,
    discount: null,
    taxes: Array.from({ length: taxes }, (_, index) => ({ name: `Tax ${index}`, rate: 9975 })),
    fees: Array.from({ length: fees }, () => ({ description: 'Courier', amountMinor: 1500 })),
  })
  expect(problemsOf({ charge: many(10, 20) })).toEqual({})
  expect(problemsOf({ charge: many(11, 21) })).toEqual({
    'charge.taxes': 'An invoice can have at most 10 taxes.',
    'charge.fees': 'An invoice can have at most 20 fees.',
  })
})

import { expect, test } from 'vitest'
import { clientInput, invoiceInput } from '../../../../test/support/fixtures/invoice-input.ts'
import {
  type InvoiceInput,
  completeContent,
  invoiceContentSchema,
  invoiceInputSchema,
} from './input-rules.ts'

type LinesCharge = Extract<InvoiceInput['charge'], { kind: 'lines' }>

const { company } = invoiceInput()
const line = { description: 'Work', quantity: 1000, rateMinor: 10_000 }
const taxes = [
  { name: 'VAT', rate: 19_000 },
  { name: 'VAT', rate: 7000 },
]

function charge(parts: Partial<LinesCharge>): LinesCharge {
  return { kind: 'lines', taxIncluded: false, lines: [line], discount: null, taxes, fees: [], ...parts }
}

function problemsOf(overrides: Partial<InvoiceInput>): Record<string, string> {
  const { error } = invoiceInputSchema.safeParse(invoiceInput(overrides))
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])
}

test('tax numbers are stored as they are written in their country', () => {
  const input = invoiceInputSchema.parse(
    invoiceInput({
      company: { ...company, country: 'AU', taxId: '83914571673' },
      client: clientInput({ country: 'GR', taxId: 'el 094 259 216' }),
    }),
  )
  expect(input.company.taxId).toBe('83 914 571 673')
  expect(input.client.taxId).toBe('EL094259216')
})

test('a wrong tax number is refused beside its field, whatever else is wrong', () => {
  expect(
    problemsOf({
      company: { ...company, name: '', country: 'DE', taxId: 'DE12' },
      client: clientInput({ country: 'AT', taxId: 'ATU12345678' }),
    }),
  ).toEqual({
    'company.name': 'Please enter your company name.',
    'company.taxId': 'Please check the VAT number: it should look like DE123456788.',
    'client.taxId': 'Please check the VAT number: one of its characters must be mistyped.',
  })
})

test('a country that does not exist is refused', () => {
  expect(problemsOf({ client: clientInput({ country: 'XX' }) })).toEqual({
    'client.country': 'We don’t know this country.',
  })
})

test('an invoice to a client who pays no tax has no taxes', () => {
  const exempt = clientInput({ taxTreatment: 'exempt' })
  const reverse = clientInput({ taxTreatment: 'reverse_charge' })
  expect(problemsOf({ client: exempt, charge: charge({}) })).toEqual({
    'charge.taxes': 'This client is tax exempt, so the invoice can’t have taxes.',
  })
  expect(problemsOf({ client: reverse, charge: charge({}) })).toEqual({
    'charge.taxes': 'With reverse charge the client pays the tax, so the invoice can’t have taxes.',
  })
  expect(problemsOf({ client: exempt, charge: charge({ taxes: [] }) })).toEqual({})
  expect(problemsOf({ client: reverse, charge: { kind: 'amount', amountMinor: 100 } })).toEqual({})
})

test('content of series and templates is held to the same', () => {
  const { issueDate: _issued, dueDate: _due, sendOption: _option, ...same } = invoiceInput()
  const client = clientInput({ taxTreatment: 'exempt' })
  const content = { ...same, dueInDays: null, client, charge: charge({}) }
  expect(invoiceContentSchema.safeParse(content).error?.issues[0]?.path).toEqual(['charge', 'taxes'])
})

test.each([[[2]], [[-1]], [[0, 0]]])('a line cannot have the taxes %j of two', (chosen) => {
  expect(problemsOf({ charge: charge({ lines: [line, { ...line, taxes: chosen }] }) })).toEqual({
    'charge.lines.1.taxes': 'Please choose taxes that the invoice has, and each only once.',
  })
})

test.each([[[]], [[1]], [[1, 0]]])('a line can have the taxes %j of two', (chosen) => {
  expect(problemsOf({ charge: charge({ lines: [{ ...line, taxes: chosen }] }) })).toEqual({})
})

test('included taxes come to at most 100%', () => {
  const many = [
    { name: 'A', rate: 60_000 },
    { name: 'B', rate: 40_001 },
  ]
  expect(problemsOf({ charge: charge({ taxes: many, taxIncluded: true }) })).toEqual({
    'charge.taxes': 'Taxes that the prices include can come to at most 100% together.',
  })
  expect(problemsOf({ charge: charge({ taxes: many }) })).toEqual({})
})

test('a caller that knows nothing of tax identity need not name it', () => {
  const { company: sender, client, charge: asked, taxNote: _note, ...input } = invoiceInput()
  const { country: _country, taxId: _taxId, ...olderSender } = sender
  const { country: _c, taxId: _t, taxTreatment: _treatment, ...olderClient } = client
  if (asked.kind === 'amount') throw new Error('expected lines')
  const { taxIncluded: _included, ...olderCharge } = asked
  const older = { ...input, company: olderSender, client: olderClient, charge: olderCharge }
  expect(invoiceInputSchema.parse(older)).toEqual(invoiceInput())
})

test('content that was stored before is taxed as before', () => {
  const { name, email, phone, address, contactName } = company
  const party = { name, email, phone, address, contactName }
  const { taxIncluded: _included, ...lines } = charge({})
  const stored = { company: party, client: { ...party, id: null }, charge: lines }
  expect(completeContent(stored)).toMatchObject({
    company: { country: '', taxId: '' },
    client: { country: '', taxId: '', taxTreatment: 'standard' },
    charge: { taxIncluded: false },
    taxNote: '',
  })
})

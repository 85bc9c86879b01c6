import { describe, expect, test } from 'vitest'
import { invoiceDocument } from '../../../../test/support/fixtures/invoice-document.ts'
import type { InvoiceDocument } from '../contract.ts'
import { lineRows, partyText, sumRows } from './row-rules.ts'

type LinesCharge = Extract<InvoiceDocument['charge'], { kind: 'lines' }>

const charge: LinesCharge = {
  kind: 'lines',
  taxIncluded: false,
  lines: [
    { description: 'Design', quantity: 1000, rateMinor: 10_000 },
    { description: 'Book', quantity: 1000, rateMinor: 5000 },
  ],
  discount: null,
  taxes: [
    { name: 'VAT', rate: 19_000 },
    { name: 'VAT', rate: 7000 },
  ],
  fees: [],
}
const byLine: LinesCharge = {
  ...charge,
  lines: [
    { description: 'Design', quantity: 1000, rateMinor: 10_000, taxes: [0] },
    { description: 'Book', quantity: 1000, rateMinor: 5000, taxes: [1] },
    { description: 'Stamps', quantity: 1000, rateMinor: 200, taxes: [] },
  ],
}
const euros = { currency: 'EUR', locale: 'de-DE' }

// Intl puts a no-break space before the sign.
const rowsOf = (overrides: Partial<InvoiceDocument>) =>
  sumRows(invoiceDocument({ ...euros, ...overrides } as object)).map(({ label, value }) =>
    `${label}: ${value}`.replaceAll('\u00a0', ' '),
  )

describe('the rows of the taxes', () => {
  test('stay as they are where every line has every tax', () => {
    expect(rowsOf({ charge })).toEqual([
      'Subtotal: 150,00 €',
      'VAT (19%): 28,50 €',
      'VAT (7%): 10,50 €',
      'Total: 189,00 €',
    ])
  })

  test('say what each tax is on where lines have taxes of their own', () => {
    expect(rowsOf({ charge: byLine })).toEqual([
      'Subtotal: 152,00 €',
      'VAT (19%) on 100,00 €: 19,00 €',
      'VAT (7%) on 50,00 €: 3,50 €',
      'Total: 174,50 €',
    ])
  })

  test('of prices with tax come after the amount without, and what follows it comes to the total', () => {
    const [vat] = charge.taxes
    const included = {
      ...charge,
      taxIncluded: true,
      lines: [{ description: 'Design', quantity: 1000, rateMinor: 11_900 }],
      taxes: vat ? [vat] : [],
      discount: { kind: 'percentage', value: 10_000, description: '' } as const,
      fees: [{ description: 'Courier', amountMinor: 1500 }],
    }
    expect(rowsOf({ charge: included })).toEqual([
      'Subtotal incl. tax: 119,00 €',
      'Discount (10%): -11,90 €',
      'Amount without tax: 90,00 €',
      'incl. VAT (19%): 17,10 €',
      'Courier: 15,00 €',
      'Total: 122,10 €',
    ])
  })

  const { company } = invoiceDocument()
  const inCountry = (country: string) => ({ company: { ...company, country } })
  const discounted = { ...charge, discount: { kind: 'fixed', value: 1000, description: '' } as const }

  test('name what they are on where a discount makes it another amount than the subtotal, but not in the US', () => {
    expect(rowsOf({ charge: discounted, ...inCountry('DE') })).toEqual([
      'Subtotal: 150,00 €',
      'Discount: -10,00 €',
      'VAT (19%) on 140,00 €: 26,60 €',
      'VAT (7%) on 140,00 €: 9,80 €',
      'Total: 176,40 €',
    ])
    expect(rowsOf({ charge, ...inCountry('DE') })).toEqual(rowsOf({ charge }))
    const short = ['VAT (19%): 26,60 €', 'VAT (7%): 9,80 €']
    for (const country of ['', 'US']) {
      expect(rowsOf({ charge: discounted, ...inCountry(country) }).slice(2, 4)).toEqual(short)
    }
  })

  test('are followed by what has no tax, but not in the US', () => {
    expect(rowsOf({ charge: byLine, ...inCountry('DE') })).toEqual([
      'Subtotal: 152,00 €',
      'VAT (19%) on 100,00 €: 19,00 €',
      'VAT (7%) on 50,00 €: 3,50 €',
      'No tax on 2,00 €: 0,00 €',
      'Total: 174,50 €',
    ])
    expect(rowsOf({ charge: byLine, ...inCountry('US') })).toEqual(rowsOf({ charge: byLine }))
  })

  test('leave out, on a credit note, the taxes of which nothing is credited', () => {
    const credited = { ...byLine, lines: byLine.lines.slice(0, 1) }
    const creditedInvoice = { number: 'RE-1', issueDate: '2026-11-01' }
    expect(rowsOf({ charge: credited, creditedInvoice })).toEqual([
      'Subtotal: 100,00 €',
      'VAT (19%) on 100,00 €: 19,00 €',
      'Total: 119,00 €',
    ])
  })

  test('say nothing of included tax where there is none', () => {
    expect(rowsOf({ charge: { ...charge, taxIncluded: true, taxes: [] } })).toEqual([
      'Subtotal: 150,00 €',
      'Total: 150,00 €',
    ])
  })
})

describe('a line', () => {
  const descriptions = (overrides: Partial<InvoiceDocument>) =>
    lineRows(invoiceDocument({ ...euros, ...overrides } as object)).map(({ description }) => description)

  test('names its taxes where lines have taxes of their own', () => {
    expect(descriptions({ charge: byLine })).toEqual([
      'Design\nVAT (19%)',
      'Book\nVAT (7%)',
      'Stamps\nNo tax',
    ])
  })

  test('names none where all lines have the same', () => {
    expect(descriptions({ charge })).toEqual(['Design', 'Book'])
  })
})

describe('a party', () => {
  const { company, client } = invoiceDocument()
  const lines = (tax: { country: string; taxId: string }) => {
    const { text, contacts } = partyText({ company: { ...company, ...tax }, client }, 'company')
    return [...text.split('\n'), ...contacts]
  }

  test('shows its tax number under its name in that country, before the contacts', () => {
    expect(lines({ country: 'DE', taxId: 'DE123456788' })).toEqual([
      'Test Owner',
      '1 Mill Lane',
      '8000 Zurich',
      'VAT number: DE123456788',
      'billing@business.example',
      '+41 44 000 00 00',
    ])
    expect(lines({ country: 'AU', taxId: '18 123 456 789' })).toContain('ABN: 18 123 456 789')
    expect(lines({ country: '', taxId: '77' })).toContain('Tax number: 77')
  })

  test('shows nothing without one', () => {
    expect(lines({ country: 'DE', taxId: '' })).toHaveLength(5)
  })

  test('names its country below the address if the other party is in another one', () => {
    const of = (sender: string, payer: string, address = '1 Mill Lane') => {
      const parties = {
        company: { ...company, contactName: '', country: sender, address },
        client: { ...client, contactName: '', country: payer, address: '' },
      }
      return [partyText(parties, 'company').text, partyText(parties, 'client').text]
    }
    expect(of('CH', 'DE')).toEqual(['1 Mill Lane\nSwitzerland', 'Germany'])
    expect(of('CH', 'DE', '8000 Zurich, SWITZERLAND\n')).toEqual(['8000 Zurich, SWITZERLAND', 'Germany'])
    for (const [sender, payer] of [
      ['CH', 'CH'],
      ['CH', ''],
      ['', 'DE'],
      ['', ''],
    ] as const) {
      expect(of(sender, payer)).toEqual(['1 Mill Lane', ''])
    }
  })
})

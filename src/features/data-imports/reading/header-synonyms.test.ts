import { describe, expect, test } from 'vitest'
import { facts } from '../../../../test/support/data-imports/facts.ts'
import type { InvoiceRecord } from './data-file.ts'
import { readDataFile } from './read-data-file.ts'

const read = (...lines: string[]) => {
  const file = readDataFile(new TextEncoder().encode(lines.join('\n')), {}, facts)
  expect(file.rows.flatMap(({ problems, state }) => (state === 'good' ? [] : problems))).toEqual([])
  const [record] = file.rows.map((row) => row.record as InvoiceRecord)
  return { source: file.source, record }
}
/** Two lines: 2 × 75.00 and 1 × 50.00, with 10 % on the first. */
const expected = {
  number: 'A-1',
  issueDate: '2026-01-05',
  totalMinor: 21_500,
  charge: {
    taxIncluded: false,
    lines: [
      { quantity: 2000, rateMinor: 7500, taxes: [0] },
      { quantity: 1000, rateMinor: 5000, taxes: [] },
    ],
    taxes: [{ rate: 10_000 }],
  },
}

describe('lines with the labels of', () => {
  test.each([
    [
      'Zoho',
      'Invoice Number,Invoice Date,Invoice Status,Customer Name,Primary Contact EmailID,SubTotal,Total,Balance,Item Name,Item Desc,Quantity,Item Price,Item Total,Item Tax,Item Tax %,Item Tax Amount',
      'A-1,2026-01-05,Sent,Elm,e@elm.example,200,215,215,Design,Logo,2,75,150,VAT,10,15',
      'A-1,2026-01-05,Sent,Elm,e@elm.example,200,215,215,Print,Cards,1,50,50,,,0',
    ],
    [
      'QuickBooks',
      '*InvoiceNo,*Customer,Email,*InvoiceDate,Item(Product/Service),ItemDescription,ItemQuantity,ItemRate,*ItemAmount,ItemTaxCode,ItemTaxAmount',
      'A-1,Elm,e@elm.example,2026-01-05,Design,Logo,2,75,150,10.0% S,15',
      'A-1,,,,Print,Cards,1,50,50,Non,0',
    ],
    [
      'Invoice Ninja',
      'Client Name,Contact Email,Invoice Number,Invoice Date,Invoice Amount,Item Product,Item Notes,Item Quantity,Item Cost,Item Tax Name 1,Item Tax Rate 1',
      'Elm,e@elm.example,A-1,2026-01-05,215,Design,Logo,2,75,VAT,10',
      'Elm,e@elm.example,A-1,2026-01-05,215,Print,Cards,1,50,,0',
    ],
    [
      'a table with hours',
      'Invoice,Bill to,Email,Date of issue,Description,Hours/Qty,Hourly rate,Line total,Tax %',
      'A-1,Elm,e@elm.example,2026-01-05,Logo,2,75,150,10',
      'A-1,Elm,e@elm.example,2026-01-05,Cards,1,50,50,0',
    ],
    [
      'a table with the amounts of its lines',
      'Invoice No,Customer,Email,Invoice Date,Item Name,Item Qty,Unit Cost,Amount,Tax rate (%)',
      'A-1,Elm,e@elm.example,2026-01-05,Logo,2,75,150,10',
      'A-1,Elm,e@elm.example,2026-01-05,Cards,1,50,50,',
    ],
  ])('%s have their quantities, prices and taxes', (_program, ...lines) => {
    expect(read(...lines).record).toMatchObject(expected)
  })

  test('Invoice Ninja are recognised as such, also without the second “Invoice”', () => {
    const { source } = read(
      'Client Name,Contact Email,Invoice Number,Invoice Date,Invoice Amount,Item Quantity,Item Cost',
      'Elm,e@elm.example,A-1,2026-01-05,150,2,75',
    )
    expect(source).toBe('invoice-ninja')
  })
})

test('a discount in percent reduces its line', () => {
  const { record } = read(
    'Invoice,Client,Email,Date,Qty,Unit Price,Discount %',
    'A-1,Elm,e@elm.example,2026-01-05,3,10.00,50',
  )
  expect(record?.totalMinor).toBe(1500)
})

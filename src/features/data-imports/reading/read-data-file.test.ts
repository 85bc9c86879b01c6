import { describe, expect, test } from 'vitest'
import { makeWorkbook } from '../../../../test/support/bank-files/tables/workbook.ts'
import { facts as american } from '../../../../test/support/data-imports/facts.ts'
import { programFiles } from '../../../../test/support/data-imports/program-files.ts'
import type { Choices, Facts } from './data-file.ts'
import { readDataFile } from './read-data-file.ts'

const facts: Facts = { ...american, taxRates: [{ name: 'VAT high', rate: 21_000 }], reclaimsTax: true }
const read = (text: string, choices: Choices = {}, own: Partial<Facts> = {}) =>
  readDataFile(new TextEncoder().encode(text), choices, { ...facts, ...own })
const recordsOf = (file: ReturnType<typeof read>) => file.rows.map(({ record }) => record)
const textsOf = (file: ReturnType<typeof read>) =>
  file.rows.flatMap(({ problems }) => problems.map(({ row, column, text }) => `${row} ${column}: ${text}`))

describe('clients of', () => {
  test.each([
    [
      'freshbooks',
      programFiles.freshbooksClients,
      {
        companyName: 'Harbor Studio',
        contactName: 'Ana Reyes',
        email: 'ana@harbor.example',
        country: 'CA',
        address: '12 Quay Road\nUnit 4\nB3H 1A1 Halifax Nova Scotia',
      },
    ],
    [
      'quickbooks',
      programFiles.quickbooksClients,
      { companyName: 'Oak Cafe', contactName: 'Lee Oak', phone: '555-0110', email: 'owner@oak.example' },
    ],
    [
      'wave',
      programFiles.waveClients,
      { companyName: 'Lake Works', currency: 'EUR', country: 'DE', contactName: 'Jo Lake' },
    ],
    [
      'xero',
      programFiles.xeroClients,
      { companyName: 'Ridge & Co', country: 'GB', email: 'accounts@ridge.example' },
    ],
    [
      'stripe',
      programFiles.stripeClients,
      { companyName: 'Cloud Nine', email: 'pay@cloud.example', currency: 'USD' },
    ],
    [
      'invoice-ninja',
      programFiles.ninjaClients,
      { companyName: 'Moss Garden', email: 'iris@moss.example', country: 'NL', currency: 'EUR' },
    ],
  ])('%s are recognised', (source, text, expected) => {
    const file = read(text)
    expect(file).toMatchObject({ source, kind: 'clients', missing: [], questions: [] })
    expect(file.rows[0]).toMatchObject({ state: 'good', record: expected })
  })

  test('a client without a name or address is an error that names the row of the file', () => {
    const file = read(programFiles.freshbooksClients)
    expect(file.rows.map(({ state }) => state)).toEqual(['good', 'good', 'error'])
    expect(file.rows[1]?.record).toMatchObject({ companyName: 'Tom Field', contactName: '' })
    expect(textsOf(file)).toEqual([
      '4 Email: A client needs an email address. You can add it in the file with the errors.',
    ])
  })
})

describe('invoices of', () => {
  test('FreshBooks: rows with one number are lines of one invoice, with the rate of a tax that comes as an amount', () => {
    const file = read(programFiles.freshbooksInvoices)
    expect(file).toMatchObject({ source: 'freshbooks', kind: 'invoices' })
    expect(recordsOf(file)).toMatchObject([
      {
        number: '0000012',
        currency: 'CAD',
        totalMinor: 92_000,
        charge: {
          taxes: [{ name: 'HST', rate: 15_000 }],
          lines: [
            { description: 'Design: Logo', quantity: 10_000, rateMinor: 7500 },
            { description: 'Print: Cards', quantity: 500_000, rateMinor: 10 },
          ],
        },
        payment: { amountMinor: 92_000, on: '2026-02-03' },
      },
      // A line with a discount is its amount once.
      {
        number: '0000013',
        totalMinor: 18_000,
        charge: { lines: [{ quantity: 1000, rateMinor: 18_000 }] },
        payment: null,
      },
    ])
  })

  test('QuickBooks: below the titles of a report, and only the rows that are invoices', () => {
    const file = read(programFiles.quickbooksTransactions)
    expect(file).toMatchObject({ source: 'quickbooks', kind: 'invoices', questions: [] })
    expect(file.rows.map(({ state, rowNumber }) => [rowNumber, state])).toEqual([
      [6, 'good'],
      [7, 'left_out'],
      [8, 'good'],
    ])
    expect(recordsOf(file)[0]).toMatchObject({
      number: '1001',
      issueDate: '2026-01-14',
      charge: { kind: 'amount', amountMinor: 125_000 },
    })
  })

  test('QuickBooks: what is paid follows from the balance, and void invoices are left out', () => {
    const file = read(programFiles.quickbooksInvoices)
    expect(recordsOf(file).slice(0, 2)).toMatchObject([
      { number: '1001', payment: { amountMinor: 125_000, on: '2026-02-13' } },
      { number: '1002', payment: { amountMinor: 20_000 } },
    ])
    expect(file.rows[2]).toMatchObject({ state: 'left_out', record: null })
    expect(textsOf(file).at(-1)).toBe('4 Status: This invoice is “Voided”, so it isn’t imported.')
  })

  test('Wave: a tax that is only named has the rate of the business’s own tax of this name', () => {
    const [invoice] = recordsOf(read(programFiles.waveInvoices))
    expect(invoice).toMatchObject({
      number: '21',
      purchaseOrder: 'PO-7',
      totalMinor: 26_200,
      charge: { taxes: [{ name: 'VAT high', rate: 21_000 }] },
    })
    expect(textsOf(read(programFiles.waveInvoices, {}, { taxRates: [] }))[0]).toMatch(
      /^2 Tax: “VAT high” has no rate\./,
    )
  })

  test('Xero: taxes by their names, payments, and a line without tax', () => {
    const file = read(programFiles.xeroInvoices)
    expect(file).toMatchObject({ source: 'xero', kind: 'invoices', questions: [] })
    expect(recordsOf(file)).toMatchObject([
      { number: 'INV-0031', issueDate: '2026-01-14', totalMinor: 36_000, payment: { amountMinor: 36_000 } },
      {
        number: 'INV-0032',
        totalMinor: 32_000,
        payment: { amountMinor: 10_000 },
        charge: { lines: [{ taxes: [0] }, { taxes: [] }] },
      },
    ])
  })

  test('Stripe: discount and tax of the whole invoice', () => {
    const file = read(programFiles.stripeInvoices)
    expect(file.rows.map(({ state }) => state)).toEqual(['good', 'good', 'left_out'])
    expect(recordsOf(file)[0]).toMatchObject({
      number: '4F3B2A1C-0001',
      client: { companyName: 'Cloud Nine', email: 'pay@cloud.example' },
      totalMinor: 10_800,
      charge: { kind: 'lines', discount: { kind: 'fixed', value: 2000 }, taxes: [{ rate: 8000 }] },
    })
  })

  test('Invoice Ninja: part payments', () => {
    expect(recordsOf(read(programFiles.ninjaInvoices))).toMatchObject([
      {
        number: '0007',
        totalMinor: 12_100,
        payment: { amountMinor: 10_000 },
        client: { email: 'iris@moss.example' },
      },
    ])
  })
})

describe('expenses of', () => {
  test('FreshBooks: categories become ours, with the unknown word in the notes', () => {
    expect(recordsOf(read(programFiles.freshbooksExpenses))).toEqual([
      {
        date: '2026-01-07',
        currency: 'CAD',
        amountMinor: 1820,
        category: 'Supplies',
        vendor: 'Paper House',
        notes: 'Envelopes',
        taxes: [],
      },
      {
        date: '2026-01-09',
        currency: 'CAD',
        amountMinor: 124_000,
        category: 'Travel',
        vendor: 'Skyline Air',
        notes: 'Flight',
        taxes: [],
      },
      {
        date: '2026-01-11',
        currency: 'CAD',
        amountMinor: 6000,
        category: 'Other',
        vendor: 'City',
        notes: 'Permit (Licenses)',
        taxes: [],
      },
    ])
  })

  test('QuickBooks: deposits are left out, and taxes are kept', () => {
    const file = read(programFiles.quickbooksExpenses)
    expect(file).toMatchObject({ source: 'quickbooks', kind: 'expenses' })
    expect(file.rows.map(({ state }) => state)).toEqual(['good', 'good', 'left_out'])
    expect(recordsOf(file)[0]).toMatchObject({
      amountMinor: 10_800,
      category: 'Utilities',
      vendor: 'Power Co',
      notes: '',
      taxes: [{ name: 'Tax', rate: null, amountMinor: 800 }],
    })
  })

  test('QuickBooks: where tax is not reclaimed, it is a part of the cost', () => {
    const file = read(programFiles.quickbooksExpenses, {}, { reclaimsTax: false })
    expect(recordsOf(file)[0]).toMatchObject({ amountMinor: 10_800, taxes: [] })
  })

  test('Wave: of each booking the side that is an expense', () => {
    const file = read(programFiles.waveAccounting)
    expect(file).toMatchObject({ source: 'wave', kind: 'expenses' })
    expect(file.rows.map(({ state }) => state)).toEqual(['good', 'left_out'])
    expect(recordsOf(file)[0]).toMatchObject({ amountMinor: 2900, category: 'Software' })
  })

  test('Xero: bills, each once', () => {
    const file = read(programFiles.xeroBills)
    expect(file).toMatchObject({ source: 'xero', kind: 'expenses' })
    expect(recordsOf(file)).toMatchObject([{ amountMinor: 4800 }, { amountMinor: 3000 }])
  })

  test('Invoice Ninja', () => {
    expect(recordsOf(read(programFiles.ninjaExpenses))).toMatchObject([
      { amountMinor: 1550, currency: 'EUR', vendor: 'Garden Market', notes: 'Lettuce (Seeds)' },
    ])
  })
})

describe('any other table', () => {
  test('is read by what its columns are called', () => {
    const file = read(
      'Invoice No;Customer;E-Mail;Invoice Date;Amount\n5;Elm;elm@elm.example;14.01.2026;1.250,50\n',
    )
    expect(file).toMatchObject({ source: 'other', kind: 'invoices', questions: [] })
    expect(recordsOf(file)).toMatchObject([
      { number: '5', totalMinor: 125_050, issueDate: '2026-01-14', client: { email: 'elm@elm.example' } },
    ])
  })

  test('says which column is missing, and takes the one that the owner chooses', () => {
    const text = 'When,How much,What\n2026-01-02,5.00,Tea\n'
    expect(read(text, { kind: 'expenses' })).toMatchObject({ missing: ['date', 'amount'], rows: [] })
    const file = read(text, { kind: 'expenses', columns: { date: 0, amount: 1, notes: 2 } })
    expect(recordsOf(file)).toMatchObject([{ date: '2026-01-02', amountMinor: 500, notes: 'Tea' }])
  })

  test('with dates that can be read two ways asks, with both readings', () => {
    const text = 'Date,Amount\n03/04/2026,5.00\n05/06/2026,7.00\n'
    const file = read(text)
    expect(file.questions).toEqual([
      {
        about: 'dates',
        readings: [
          { value: 'mdy', text: 'Mar 4, 2026 (month first)' },
          { value: 'dmy', text: 'Apr 3, 2026 (day first)' },
        ],
      },
    ])
    expect(recordsOf(file)[0]).toMatchObject({ date: '2026-03-04' })
    const answered = read(text, { dates: 'dmy' })
    expect(answered.questions).toEqual([])
    expect(recordsOf(answered)[0]).toMatchObject({ date: '2026-04-03' })
  })

  test('one clear date decides about all', () => {
    expect(read('Date,Amount\n03/04/2026,5.00\n25/06/2026,7.00\n')).toMatchObject({
      questions: [],
      rows: [{ record: { date: '2026-04-03' } }, {}],
    })
  })

  test('with amounts that can be read two ways asks', () => {
    const file = read('Date,Amount\n2026-01-02,1.234\n')
    expect(file.questions).toMatchObject([{ about: 'decimals' }])
    expect(recordsOf(read('Date,Amount\n2026-01-02,1.234\n', { decimals: ',' }))).toMatchObject([
      { amountMinor: 123_400 },
    ])
  })
})

test('errors name the row, the column and what is wrong', () => {
  const file = read(
    'Invoice number,Client,Client email,Issue date,Due date,Quantity,Price,Total,Status\n' +
      'A 1,Elm,elm@elm.example,2026-01-01,31/02/2026,1,10.00,10.00,sent\n' +
      'A2,Elm,elm@elm.example,2026-01-01,2026-02-01,2,10.00,25.00,sent\n' +
      'A3,Elm,not an address,2026-01-01,2026-02-01,x,10.00,,sent\n' +
      'A4,Elm,elm@elm.example,2026-01-01,2026-02-01,1,10.00,,strange\n',
  )
  expect(file.source).toBe('millrace')
  expect(textsOf(file)).toEqual([
    '2 Invoice number: “A 1” can’t be a number here. Use only letters, digits and the characters - / . _',
    '2 Due date: “31/02/2026” is not a date.',
    '3 Total: The lines come to $20.00, but the total in the file is $25.00.',
    '4 Client email: “not an address” is not an email address.',
    '4 Quantity: “x” is not a number.',
    '5 Status: “strange” is not a status that is known here. Use draft, sent, partial, paid or void.',
  ])
})

test('what the file does not say is said with the day that we use', () => {
  const head = 'Invoice number,Client,Client email,Issue date,Due date,Total,Status'
  const row = (number: number, dates: string) => `${number},Elm,elm@elm.example,${dates},10.00,paid`
  const file = read(
    [head, row(1, '2026-01-01,2026-01-31'), row(2, '2026-04-20,2026-05-20'), row(3, '2026-01-01,')].join(
      '\n',
    ),
  )
  expect(textsOf(file)).toEqual([
    '2 : The day of the payment is not in the file, so we use the due date.',
    '3 : The day of the payment is not in the file, so we use the issue date.',
    '4 : There is no due date, so we use 30 days after the issue date.',
    '4 : The day of the payment is not in the file, so we use the due date.',
  ])
  expect(recordsOf(file)).toMatchObject([
    { payment: { on: '2026-01-31' } },
    { payment: { on: '2026-04-20' } },
    { dueDate: '2026-01-31' },
  ])
})

test('prices that include tax are found by the total', () => {
  const head = 'Invoice number,Client,Client email,Issue date,Price,Tax,Tax rate (%),Total\n'
  const [invoice] = recordsOf(read(`${head}7,Elm,elm@elm.example,2026-01-01,120.00,VAT,20,120.00\n`))
  expect(invoice).toMatchObject({ totalMinor: 12_000, charge: { taxIncluded: true } })
})

test('a negative line is a discount', () => {
  const head = 'Invoice number,Client,Client email,Issue date,Description,Price,Total\n'
  const rows = '7,Elm,elm@elm.example,2026-01-01,Work,120.00,100.00\n7,Elm,,,Rebate,-20.00,\n'
  expect(recordsOf(read(head + rows))).toMatchObject([
    { totalMinor: 10_000, charge: { discount: { value: 2000 } } },
  ])
})

test('a workbook is read like a table, with its dates and the row numbers of the sheet', () => {
  const bytes = makeWorkbook(
    [
      ['Costs of 2026'],
      [],
      ['Date', 'Amount', 'Vendor'],
      [{ date: '2026-03-04' }, 1234.5, 'Paper House'],
      [{ date: '2026-03-05' }, 'x', 'Oak'],
    ],
    { before: [[[]]] },
  )
  const file = readDataFile(bytes, {}, facts)
  expect(recordsOf(file)[0]).toMatchObject({
    date: '2026-03-04',
    amountMinor: 123_450,
    vendor: 'Paper House',
  })
  expect(textsOf(file)).toEqual(['5 Amount: “x” is not a number.'])
})

describe('a file that is no table', () => {
  const refuse = (bytes: Uint8Array) => () => readDataFile(bytes, {}, facts)
  test.each([
    ['empty', new Uint8Array(), 'This file is empty.'],
    ['blank', new TextEncoder().encode('\n\n  \n'), 'There is no table in this file.'],
    ['a PDF', new TextEncoder().encode('%PDF-1.7'), 'This is a PDF.'],
    ['an old workbook', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0, 0), 'This is an old Excel file'],
    ['a damaged zip', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0), 'damaged'],
    ['a web page', new TextEncoder().encode('<html><table><tr><td>Date'), 'This is not a table.'],
    ['JSON', new TextEncoder().encode('[{"date": "2026-01-01"}]'), 'This is not a table.'],
    ['binary', Uint8Array.from({ length: 400 }, (_, at) => at % 7), 'This is not a table.'],
    [
      'too long',
      new TextEncoder().encode(`Date,Amount\n${'2026-01-01,1.00\n'.repeat(10_001)}`),
      'Please split it into files of at most 10,000 rows.',
    ],
    ['too wide', new TextEncoder().encode(`${'a,'.repeat(2000)}b\n1\n`), '2,001 columns'],
  ])('%s is refused with a sentence', (_what, bytes, sentence) => {
    expect(refuse(bytes)).toThrow(sentence)
  })
})

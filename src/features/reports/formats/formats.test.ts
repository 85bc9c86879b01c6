import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { accounts, expenseAccount } from '../../journal/posting-rules.ts'
import { type AccountCodes, accountTypeOf, defaultCode } from '../ledger/chart-rules.ts'
import type { LedgerLine } from '../ledger/read-ledger.ts'
import { datevBatches } from './datev-batches.ts'
import { datevColumns } from './datev-columns.ts'
import { datevObjection, pairsOf } from './datev-rules.ts'
import { type LedgerEntry, ledgerEntries } from './ledger-entries.ts'
import { quickbooksIif } from './quickbooks-iif.ts'
import { accountNames } from './quickbooks-names.ts'
import { quickbooksOnlineCsv } from './quickbooks-online-csv.ts'
import { inWindowsLetters, toWindowsText } from './to-windows-text.ts'
import { xeroJournals } from './xero-journals.ts'

const line = (account: string, homeMinor: number | null, more: Partial<LedgerLine> = {}): LedgerLine => ({
  entryKey: 'one',
  day: '2026-03-09',
  account,
  ...defaultCode(account, 'skr03'),
  document: 'RE 2026/7',
  description: 'Invoice RE 2026/7 · Größe “M”',
  client: '=HYPERLINK("x"):Bäckerei\tNord',
  currency: 'EUR',
  minor: homeMinor ?? 100,
  homeMinor,
  tax: '',
  taxRate: null,
  sourceId: 'a',
  ...more,
})

const invoice = [
  line(accounts.receivable, 11_900),
  line(accounts.taxCollected, -1900),
  line(accounts.sales, -10_000),
]
const later = [
  line(expenseAccount('Rent'), 50_000, { entryKey: 'two', day: '2026-04-01', client: '' }),
  line(accounts.money, -50_000, { entryKey: 'two', day: '2026-04-01', client: '' }),
]
const unrated = [line(accounts.money, null), line(accounts.sales, null)]

async function* pages(...given: LedgerLine[][]) {
  yield* given
}
const entriesOf = (...given: LedgerLine[][]) => ledgerEntries(pages(...given))
async function all<T>(from: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const one of from) found.push(one)
  return found
}

test('lines are grouped into entries that come to nothing; what has no exchange rate is left out', async () => {
  const found = await all(entriesOf([...unrated, ...invoice.slice(0, 1)], invoice.slice(1), later))
  expect(found.map(({ lines }) => lines.length)).toEqual([3, 2])
  for (const { lines } of found) expect(lines.reduce((sum, { homeMinor }) => sum + homeMinor, 0)).toBe(0)
})

const iifAccounts = [
  accounts.money,
  accounts.receivable,
  accounts.taxCollected,
  accounts.sales,
  expenseAccount('Rent'),
].map((account) => ({ account, ...defaultCode(account), type: accountTypeOf(account) }))

test('IIF has a transaction for each entry, and no cell that ends early', async () => {
  const file = {
    home: 'EUR',
    accounts: iifAccounts,
    clients: [invoice[0]!.client],
    entries: entriesOf(invoice, later),
  } as const
  const text = new TextDecoder('windows-1252').decode(await buffer(quickbooksIif(file)))
  const rows = text
    .split('\r\n')
    .slice(0, -1)
    .map((row) => row.split('\t'))
  expect(rows[0]).toEqual(['!ACCNT', 'NAME', 'ACCNTTYPE', 'DESC'])
  expect(rows[1]).toEqual(['ACCNT', 'Bank and cash', 'BANK', '1000'])
  expect(rows[2]).toEqual(['ACCNT', 'Accounts receivable', 'AR', '1200'])
  // A colon would make it part of another customer.
  expect(rows).toContainEqual(['CUST', "=HYPERLINK('x') -Bäckerei Nord"])
  const kinds = rows.map(([kind]) => kind)
  expect(kinds.slice(kinds.indexOf('!TRNS'))).toEqual([
    '!TRNS',
    '!SPL',
    '!ENDTRNS',
    'TRNS',
    'SPL',
    'SPL',
    'ENDTRNS',
    'TRNS',
    'SPL',
    'ENDTRNS',
  ])
  const header = rows.find(([kind]) => kind === '!TRNS') ?? []
  const moved = rows.filter(([kind]) => kind === 'TRNS' || kind === 'SPL')
  for (const row of moved) expect(row).toHaveLength(header.length)
  const at = (row: string[], name: string) => row[header.indexOf(name)]
  expect(moved.map((row) => at(row, 'AMOUNT'))).toEqual(['119.00', '-19.00', '-100.00', '500.00', '-500.00'])
  expect(moved.map((row) => at(row, 'DATE'))).toContain('03/09/2026')
  expect(at(moved[0]!, 'MEMO')).toBe('Invoice RE 2026/7 · Größe “M”')
  expect(new Set(moved.map((row) => at(row, 'TRNSTYPE')))).toEqual(new Set(['GENERAL JOURNAL']))
})

test('IIF keeps documents and accounts apart whose long names begin with the same', async () => {
  const long = 'Other income (Investment and pensions of the '
  const named = (account: string, code: string, name: string) => ({
    account,
    code,
    name,
    type: 'income' as const,
  })
  const given = [
    named('income:other:a', '4890', `${long}north)`),
    named('income:other:b', '4900', `${long}south)`),
    // Numbers can be the same, too, and letters that the file does not have become the same.
    named('income:other:c', '4900', `${long}east)`),
    named('income:other:d', '4910', '東'),
    named('income:other:e', '4920', '西'),
    named('income:other:f', '4930', 'Prizes'),
  ]
  const bySource = given.map(({ account, code, name }, n) => [
    line(account, 100, {
      code,
      name,
      entryKey: account,
      document: `INV-2026-000${n}`,
      client: 'C'.repeat(50),
    }),
    line(accounts.money, -100, { entryKey: account }),
  ])
  const file = {
    home: 'EUR',
    accounts: [...given, ...iifAccounts],
    clients: ['C'.repeat(50)],
    entries: entriesOf(...bySource),
  } as const
  const text = new TextDecoder('windows-1252').decode(await buffer(quickbooksIif(file)))
  const rows = text.split('\r\n').map((row) => row.split('\t'))
  const columnOf = (kind: string, column: number) =>
    rows.filter(([first]) => first === kind).map((row) => row[column] ?? '')
  expect(columnOf('ACCNT', 1).slice(0, given.length)).toEqual([
    'Other income (Investment a 4890',
    'Other income (Investment a 4900',
    'Other income (Investment 4900-2',
    '? 4910',
    '? 4920',
    'Prizes',
  ])
  expect(columnOf('TRNS', 4)).toEqual(columnOf('ACCNT', 1).slice(0, given.length))
  expect(columnOf('TRNS', 7)).toEqual(given.map((_, n) => `V-2026-000${n}`))
  expect(columnOf('CUST', 1)).toEqual(['C'.repeat(41)])
})

test('no two accounts have the same name in QuickBooks, however long', () => {
  const one = fc.record({
    code: fc.constantFrom('1', '4890', '4900-2'),
    name: fc.constantFrom('Rent', 'rent', 'Rent 4890', 'R:ent', '東', 'ﬁne', 'x'.repeat(40), 'X'.repeat(31)),
  })
  fc.assert(
    fc.property(fc.array(one), fc.constantFrom(31, 100), (some, maxLength) => {
      const given = some.map((named, n) => ({ ...named, account: String(n) }))
      const nameOf = accountNames(given, { maxLength, write: inWindowsLetters })
      const names = given.map(({ account }) => nameOf(account))
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
      for (const name of names) expect(name.length).toBeLessThanOrEqual(maxLength)
    }),
  )
})

const online = (...given: LedgerLine[][]) =>
  all(
    quickbooksOnlineCsv(entriesOf(...given), {
      home: 'EUR',
      from: '2026-01-01',
      nameOf: accountNames([...iifAccounts, { account: 'expense:a:b', code: '1', name: 'a:b' }], {
        maxLength: 100,
      }),
    }),
  )
const csvRows = (file: Uint8Array | undefined) =>
  parse<Record<string, string>>(Buffer.from(file ?? []), { bom: true, columns: true })

test('the CSV for QuickBooks Online has balanced journals, and no formula', async () => {
  const files = await online(invoice, later)
  expect(files).toHaveLength(1)
  const rows = csvRows(files[0])
  expect(Object.keys(rows[0]!)).toEqual([
    'Journal No',
    'Journal Date',
    'Account Name',
    'Debits',
    'Credits',
    'Description',
    'Name',
    'Currency',
  ])
  expect(rows.map((row) => [row['Journal No'], row['Debits'], row['Credits']])).toEqual([
    ['2026-01-01-1', '119.00', ''],
    ['2026-01-01-1', '', '19.00'],
    ['2026-01-01-1', '', '100.00'],
    ['2026-01-01-2', '500.00', ''],
    ['2026-01-01-2', '', '500.00'],
  ])
  expect(rows[0]).toMatchObject({ 'Journal Date': '03/09/2026', Currency: 'EUR' })
  // A colon would make it part of another customer or account.
  expect(rows[0]?.['Name']).toBe("'=HYPERLINK('x') -Bäckerei Nord")
  const [own] = csvRows((await online([line('expense:a:b', 1), line(accounts.money, -1)]))[0])
  expect(own?.['Account Name']).toBe('a -b')
})

test('files for QuickBooks Online have at most 1,000 lines, and a journal is in one of them', async () => {
  const many = Array.from({ length: 400 }, (_, n) => invoice.map((one) => ({ ...one, entryKey: String(n) })))
  const longer = Array.from({ length: 600 }, () => [line(accounts.sales, -1), line(accounts.money, 1)])
  const files = await online(...many.slice(0, 350), longer.flat(), ...many.slice(350))
  const rows = files.map(csvRows)
  // One that is longer than a file is alone in one.
  expect(rows.map((file) => file.length)).toEqual([999, 51, 1200, 150])
  const numbers = rows.map((file) => new Set(file.map((row) => row['Journal No'])))
  expect(new Set(numbers.flatMap((set) => [...set])).size).toBe(401)
  expect(numbers.reduce((sum, { size }) => sum + size, 0)).toBe(401)
  expect(await online()).toEqual([])
})

test('manual journals for Xero fit into files of 300 lines, each journal as a whole', async () => {
  const many = Array.from({ length: 250 }, (_, n) => invoice.map((one) => ({ ...one, entryKey: String(n) })))
  const files = await all(xeroJournals(entriesOf(...many), { home: 'EUR', country: 'GB' }))
  const rows = files.map((file) =>
    parse<Record<string, string>>(Buffer.from(file), { bom: true, columns: true }),
  )
  expect(rows.map((file) => file.length)).toEqual([300, 300, 150])
  for (const file of rows) {
    const journals = Map.groupBy(file, (row) => `${row['*Narration']} ${row['*Date']}`)
    expect(journals.size).toBe(file.length / 3)
    for (const lines of journals.values())
      expect(lines.map((row) => row['*Amount'])).toEqual(['119.00', '-19.00', '-100.00'])
  }
  expect(rows[0]?.[0]).toMatchObject({
    '*Date': '9 Mar 2026',
    '*AccountCode': '1410',
    '*TaxRate': 'No VAT',
  })
  expect(Object.keys(rows[0]![0]!)).toEqual([
    '*Narration',
    '*Date',
    'Description',
    '*AccountCode',
    '*TaxRate',
    '*Amount',
  ])
})

test('pairs for DATEV come to what the lines are, account by account', () => {
  const codes = fc.constantFrom('1000', '1200', '4000', '6000')
  const lines = fc.array(fc.record({ code: codes, homeMinor: fc.integer({ min: -1000, max: 1000 }) }), {
    maxLength: 9,
  })
  fc.assert(
    fc.property(lines, codes, (some, code) => {
      const rest = some.reduce((sum, { homeMinor }) => sum - homeMinor, 0)
      const balanced = [...some, { code, homeMinor: rest }]
      const sums = new Map<string, number>()
      const add = (to: string, minor: number) => sums.set(to, (sums.get(to) ?? 0) + minor)
      for (const pair of pairsOf(balanced)) {
        expect(pair.minor).toBeGreaterThan(0)
        expect(pair.debit).not.toBe(pair.credit)
        add(pair.debit, -pair.minor)
        add(pair.credit, pair.minor)
      }
      for (const one of balanced) add(one.code, one.homeMinor)
      expect([...sums.values()].filter((sum) => sum !== 0)).toEqual([])
    }),
  )
})

const fieldsOf = (row: string) => row.match(/(?<=^|;)(?:"(?:[^"]|"")*"|[^;"]*)(?=;|$)/g) ?? []

test('batches for DATEV have its 31 and 125 fields, a file for each month, in the code page of Windows', async () => {
  const batch = {
    range: { from: '2026-03-05', to: '2026-04-20' },
    fiscalMonth: 4,
    digits: 4,
    made: new Date('2026-05-01T10:20:30.456Z'),
  }
  const files = await all(datevBatches(entriesOf(invoice, later), batch))
  expect(files.map(({ name }) => name)).toEqual([
    'EXTF_Buchungsstapel_2026-03.csv',
    'EXTF_Buchungsstapel_2026-04.csv',
  ])
  const [march = [], april = []] = files.map(({ bytes }) =>
    new TextDecoder('windows-1252').decode(bytes).split('\r\n').slice(0, -1),
  )
  const header = fieldsOf(march[0] ?? '')
  expect(header).toHaveLength(31)
  expect(header.slice(0, 6)).toEqual(['"EXTF"', '700', '21', '"Buchungsstapel"', '13', '20260501102030456'])
  // The fiscal year begins in April.
  expect(header.slice(10, 16)).toEqual(['1001', '1', '20250401', '4', '20260305', '20260331'])
  expect(fieldsOf(april[0] ?? '').slice(12, 16)).toEqual(['20260401', '4', '20260401', '20260420'])
  expect(header[20]).toBe('0')
  expect(header[21]).toBe('"EUR"')
  expect(march[1]?.split(';')).toEqual(datevColumns)
  expect(datevColumns).toHaveLength(125)
  const rows = march.slice(2).map(fieldsOf)
  for (const row of rows) {
    expect(row).toHaveLength(125)
    // Amount, side, account, contra account, BU-Schlüssel, day, document, text.
    expect(row[0]).toMatch(/^(?!0{1,10},00)\d{1,10},\d{2}$/)
    expect(row[1]).toMatch(/^"[SH]"$/)
    expect(row[6]).toMatch(/^\d{4}$/)
    expect(row[7]).toMatch(/^\d{4}$/)
    expect(row[8]).toBe('""')
    expect(row[9]).toBe('0903')
    expect(row[10]).toMatch(/^"[a-zA-Z0-9$&%*+\-/]{0,36}"$/)
    expect(row[13]).toBe('"Invoice RE 2026/7 · Größe “M” · =HYPERLINK(""x""):Bäckerei Nor"')
    expect(row[datevColumns.indexOf('Festschreibung')]).toBe('0')
  }
  expect(rows.map((row) => [row[0], row[6], row[7]])).toEqual([
    ['19,00', '1410', '1770'],
    ['100,00', '1410', '8200'],
  ])
  expect(Buffer.from(files[0]!.bytes).includes(Buffer.from([0xdf]))).toBe(true)
})

test('a text that DATEV does not take is shortened and made one line', async () => {
  // One of its letters becomes two.
  const text = `Invoice 1 ㎏ ${'"ä;\n'.repeat(50)}`
  const entry: LedgerEntry[] = await all(
    entriesOf(later.map((one) => ({ ...one, description: text, document: 'ü-1 ;"' }))),
  )
  async function* given() {
    yield* entry
  }
  const batch = {
    range: { from: '2026-04-01', to: '2026-04-30' },
    fiscalMonth: 1,
    digits: 4,
    made: new Date(0),
  }
  const [file] = await all(datevBatches(given(), batch))
  const row = fieldsOf(new TextDecoder('windows-1252').decode(file!.bytes).split('\r\n')[2] ?? '')
  expect(row).toHaveLength(125)
  expect(row[13]?.replaceAll('""', '"').slice(1, -1).length).toBeLessThanOrEqual(60)
  expect(row[10]).toBe('"-1"')
})

test('a file for DATEV needs euros and a number of the owner for each account', () => {
  const used = [accounts.money, accounts.receivable]
  const skr04: AccountCodes = Object.fromEntries(
    used.map((account) => [account, defaultCode(account, 'skr04')]),
  )
  expect(datevObjection(used, { home: 'EUR', codes: skr04 })).toBeNull()
  expect(datevObjection(used, { home: 'USD', codes: skr04 })).toContain('yours are in USD')
  expect(datevObjection(used, { home: 'EUR', codes: {} })).toContain('Choose SKR03 or SKR04')
  const simple = Object.fromEntries(used.map((account) => [account, defaultCode(account)]))
  expect(datevObjection(used, { home: 'EUR', codes: simple })).toContain('Choose SKR03 or SKR04')
  expect(datevObjection([...used, expenseAccount('Drones')], { home: 'EUR', codes: skr04 })).toContain(
    'Drones',
  )
  const own = (code: string) => ({ ...skr04, [accounts.money]: { code, name: 'Bank' } })
  expect(datevObjection(used, { home: 'EUR', codes: own('B-1') })).toContain('B-1 Bank')
  expect(datevObjection(used, { home: 'EUR', codes: own('180000') })).toContain('different lengths')
})

test('the code page of Windows keeps its letters and has a question mark for others', () => {
  expect([...toWindowsText('aß€Ž–')]).toEqual([0x61, 0xdf, 0x80, 0x8e, 0x96])
  expect(Buffer.from(toWindowsText('ő 東')).toString('latin1')).toBe('o ?')
})

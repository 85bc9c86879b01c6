import type { BankFileCase } from '../bank-file-case.ts'
import { dmy, german, makeSheet, type Sheet, sheetTruth } from './layout.ts'
import { type Cell, makeWorkbook, type WorkbookOptions } from './workbook.ts'

interface WorkbookLayout {
  name: string
  seed: number
  rows: (sheet: Sheet) => Cell[][]
  options?: WorkbookOptions
  account?: string | null
  currency: string | null
  balances?: 'both' | 'opening' | 'closing'
}

const day = (date: string) => ({ date })
const amount = (cents: number) => cents / 100

const layouts: WorkbookLayout[] = [
  {
    name: 'es-santander.xlsx',
    seed: 901,
    currency: 'EUR',
    balances: 'both',
    account: 'ES9121000418450200051332',
    rows: (s) => [
      ['Movimientos de la cuenta'],
      [],
      ['Cuenta:', 'ES91 2100 0418 4502 0005 1332'],
      [],
      ['Fecha Operación', 'Fecha Valor', 'Concepto', 'Importe', 'Divisa', 'Saldo'],
      ...s.rows
        .toReversed()
        .map((r): Cell[] => [day(r.date), day(r.date), r.text, amount(r.cents), 'EUR', amount(r.balance)]),
    ],
  },
  {
    name: 'pl-bank-inline.xlsx',
    seed: 902,
    currency: 'PLN',
    balances: 'both',
    options: { isInline: true },
    rows: (s) => [
      ['Data księgowania', 'Tytuł', 'Kwota', 'Waluta', 'Saldo po operacji'],
      ...s.rows.map((r): Cell[] => [day(r.date), r.text, amount(r.cents), 'PLN', amount(r.balance)]),
    ],
  },
  {
    name: 'us-mac-1904.xlsx',
    seed: 903,
    currency: null,
    options: { isFrom1904: true },
    rows: (s) => [
      ['Date', 'Description', 'Debit', 'Credit'],
      ...s.rows.map((r): Cell[] => [
        day(r.date),
        r.name,
        r.cents < 0 ? amount(-r.cents) : null,
        r.cents > 0 ? amount(r.cents) : null,
      ]),
    ],
  },
  {
    name: 'it-texts.xlsx',
    seed: 904,
    currency: 'EUR',
    balances: 'both',
    rows: (s) => [
      ['Data contabile', 'Data valuta', 'Descrizione', 'Importo (EUR)', 'Saldo'],
      ...s.rows.map((r): Cell[] => [dmy(r.date), dmy(r.date), r.text, german(r.cents), german(r.balance)]),
    ],
  },
  {
    name: 'formulas-and-cover.xlsx',
    seed: 905,
    currency: null,
    balances: 'both',
    options: { before: [[['About this file'], ['It has a table on the next sheet.']]] },
    rows: (s) => [
      ['Date', 'Description', 'Amount', 'Balance', 'Cleared'],
      ...s.rows.map((r): Cell[] => [
        day(r.date),
        r.text,
        amount(r.cents),
        { formula: 'D1+C2', value: amount(r.balance) },
        true,
      ]),
    ],
  },
  {
    name: 'bare-serials.xlsx',
    seed: 906,
    currency: null,
    options: { hasNoStyles: true },
    rows: (s) => [
      ['Transaction Date', 'Details', 'Amount'],
      ...s.rows.map((r): Cell[] => [
        day(r.date),
        r.cents < 0 ? `Purchase ${r.name}` : `Deposit ${r.name}`,
        amount(r.cents),
      ]),
    ],
  },
]

export const workbookFiles: BankFileCase[] = [
  ...layouts.map((layout) => {
    const sheet = makeSheet(layout.seed)
    return {
      name: layout.name,
      bytes: makeWorkbook(layout.rows(sheet), layout.options),
      truth: { statements: [sheetTruth(layout, sheet)] },
    }
  }),
  {
    name: 'price-list.xlsx',
    bytes: makeWorkbook([
      ['Item', 'Price', 'Stock'],
      ['Paper', 4.5, 20],
      ['Ink', 12.9, 3],
    ]),
    truth: { refused: /no column with dates/ },
  },
]

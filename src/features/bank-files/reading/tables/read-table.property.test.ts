import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../../../shared/dates.ts'
import type { BankFile } from '../bank-file.ts'
import { compareDecimals } from '../decimal-rules.ts'
import { readCsv } from '../read-csv.ts'

// Random statements in random conventions. What is read is what was written, or the truth is among the readings.

interface Entry {
  date: string
  cents: number
  text: string
}

const headers = {
  en: ['Date', 'Description', 'Amount', 'Debit', 'Credit', 'Balance', 'Debit/Credit'],
  de: ['Buchungstag', 'Verwendungszweck', 'Betrag', 'Soll', 'Haben', 'Saldo', 'S/H'],
  fr: ['Date', 'Libellé', 'Montant', 'Débit', 'Crédit', 'Solde', 'Sens'],
  es: ['Fecha', 'Concepto', 'Importe', 'Cargo', 'Abono', 'Saldo', 'Debe/Haber'],
  it: ['Data contabile', 'Descrizione', 'Importo', 'Addebiti', 'Accrediti', 'Saldo', 'Dare/Avere'],
  pt: ['Data', 'Descrição', 'Valor', 'Débito', 'Crédito', 'Saldo', 'D/C'],
  nl: ['Boekdatum', 'Omschrijving', 'Bedrag', 'Af', 'Bij', 'Saldo', 'Af Bij'],
  pl: ['Data księgowania', 'Tytuł', 'Kwota', 'Obciążenia', 'Uznania', 'Saldo', 'Wn/Ma'],
  sv: ['Bokföringsdag', 'Beskrivning', 'Belopp', 'Uttag', 'Insättning', 'Saldo', 'D/C'],
  none: null,
} as const

const entry = fc.record({
  step: fc.integer({ min: 0, max: 9 }),
  cents: fc.oneof(fc.integer({ min: -9_999_999, max: -1 }), fc.integer({ min: 1, max: 9_999_999 })),
  text: fc.constantFrom(
    'Paper',
    'Rent',
    'Client 4471',
    'Train; second class',
    'Coffee, milk',
    'Say "hi"',
    'Line\nbreak',
    '=A1+1',
  ),
})

const convention = fc
  .record({
    delimiter: fc.constantFrom(';', ',', '\t', '|'),
    language: fc.constantFrom(...(Object.keys(headers) as (keyof typeof headers)[])),
    date: fc.constantFrom('d.m.y', 'd/m/y', 'm/d/y', 'y-m-d', 'ymd', 'd-m-y', 'd mon y'),
    decimals: fc.constantFrom<',' | '.'>(',', '.'),
    thousands: fc.constantFrom('', 'other', '\u00a0', "'"),
    sign: fc.constantFrom('minus', 'trailing', 'brackets', 'side', 'pair', 'negative pair', 'cr/dr'),
    hasBalance: fc.boolean(),
    isNewestFirst: fc.boolean(),
    start: fc.integer({ min: 0, max: 700 }),
    opening: fc.integer({ min: -100_000, max: 9_999_999 }),
  })
  // No country writes the month first and separates decimals with a comma.
  .map((own) => (own.date === 'm/d/y' ? { ...own, decimals: '.' as const } : own))
type Convention = typeof convention extends fc.Arbitrary<infer Value> ? Value : never

function amountText(cents: number, { decimals, thousands }: Convention): string {
  const whole = String(Math.floor(cents / 100))
  const fraction = String(cents % 100).padStart(2, '0')
  const separator = thousands === 'other' ? (decimals === ',' ? '.' : ',') : thousands
  return whole.replaceAll(/\B(?=(\d{3})+$)/g, separator) + decimals + fraction
}

function dateText(iso: string, form: Convention['date']): string {
  const [year = '', month = '', day = ''] = iso.split('-')
  const name = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')[Number(month) - 1] ?? ''
  return form.replace('d', day).replace('mon', '@').replace('m', month).replace('y', year).replace('@', name)
}

function signed(cents: number, own: Convention): string {
  const text = amountText(Math.abs(cents), own)
  if (own.sign === 'cr/dr') return `${text} ${cents < 0 ? 'DR' : 'CR'}`
  if (cents >= 0) return text
  if (own.sign === 'trailing') return `${text}-`
  return own.sign === 'brackets' ? `(${text})` : `-${text}`
}

function write(entries: Entry[], own: Convention): string {
  let balance = own.opening
  const rows = entries.map(({ date, cents, text }) => {
    balance += cents
    const [out, came] = cents < 0 ? [amountText(-cents, own), ''] : ['', amountText(cents, own)]
    const amount =
      own.sign === 'side'
        ? [amountText(Math.abs(cents), own), cents < 0 ? 'D' : 'C']
        : own.sign === 'pair'
          ? [out, came]
          : own.sign === 'negative pair'
            ? [out && `-${out}`, came]
            : [signed(cents, own)]
    const after = own.hasBalance
      ? [signed(balance, { ...own, sign: own.sign === 'cr/dr' ? 'cr/dr' : 'minus' })]
      : []
    return [dateText(date, own.date), text, ...amount, ...after]
  })
  const names = headers[own.language]
  const isPair = own.sign === 'pair' || own.sign === 'negative pair'
  const header = names && [
    names[0],
    names[1],
    ...(isPair ? [names[3], names[4]] : own.sign === 'side' ? [names[2], names[6]] : [names[2]]),
    ...(own.hasBalance ? [names[5]] : []),
  ]
  const ordered = own.isNewestFirst ? rows.toReversed() : rows
  return [...(header ? [header] : []), ...ordered]
    .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(own.delimiter))
    .join('\r\n')
}

const keyOf = (date: string, cents: number) => `${date} ${cents}`

/** Whether a reading has exactly the entries. */
function isTrue(file: BankFile, entries: Entry[]): boolean {
  const found = file.statements.flatMap(({ transactions }) =>
    transactions.map(({ date, amount }) => keyOf(date, Math.round(Number(amount) * 100))),
  )
  return (
    found.toSorted().join() ===
    entries
      .map(({ date, cents }) => keyOf(date, cents))
      .toSorted()
      .join()
  )
}

/** What the owner can get by answers. An answer may raise the next question. */
function readings(text: string, file: BankFile, depth = 0): BankFile[] {
  if (depth === 4) return [file]
  return [
    file,
    ...file.questions.flatMap((question) =>
      question.about === 'balance'
        ? []
        : question.readings.flatMap(({ choices }) => readings(text, readCsv(text, choices), depth + 1)),
    ),
  ]
}

test('a statement in any convention comes out as it was, or the truth is among the readings', () => {
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 25 }), convention, (steps, own) => {
      let date = addDays('2024-11-20', own.start)
      const entries = steps.map(({ step, cents, text }) => ({
        date: (date = addDays(date, step)),
        cents,
        text,
      }))
      const text = write(entries, own)
      const file = readCsv(text, {})
      if (isTrue(file, entries)) {
        if (own.hasBalance) expect(file.statements.every(({ reconciles }) => reconciles !== false)).toBe(true)
        return
      }
      expect(file.questions.map(({ about }) => about)).not.toEqual([])
      expect(readings(text, file).some((reading) => isTrue(reading, entries))).toBe(true)
    }),
    { numRuns: 1500, seed: 28 },
  )
})

test('amounts are compared exactly', () => {
  const file = readCsv(
    'Date,Description,Amount,Balance\n2026-01-31,Rent,-0.10,0.20\n2026-02-28,Rent,-0.30,-0.10\n',
    {},
  )
  expect(compareDecimals(file.statements[0]?.openingBalance ?? '0', '0.30')).toBe(0)
  expect(file.statements[0]?.reconciles).toBe(true)
})

import { isCurrency } from '../../../../shared/currencies.ts'
import { type DateCell, dateCell } from './table-dates.ts'
import { labelOf } from './table-labels.ts'
import { type NumberCell, numberCell } from './table-numbers.ts'
import { rowKindOf, speaksOfCard } from './table-phrases.ts'

/** What is written above and below a table. */
export interface TableFacts {
  account: string | null
  bankName: string | null
  currency: string | null
  opening: NumberCell | null
  closing: NumberCell | null
  closingDate: DateCell | null
  dates: DateCell[]
  isCard: boolean
}

const iban = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/
const datesInText = /\d{1,4}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2} \p{L}{3,9}\.? \d{4}/gu

/** Reads the rows that are no bookings. */
export function readFacts(rows: string[][]): TableFacts {
  const facts: TableFacts = {
    account: null,
    bankName: null,
    currency: null,
    opening: null,
    closing: null,
    closingDate: null,
    dates: [],
    isCard: false,
  }
  let ownIban: string | null = null
  for (const [index, cells] of rows.entries()) {
    for (const [at, cell] of cells.entries()) {
      if (cell === '' || cell.length > 300) continue
      facts.isCard ||= speaksOfCard(cell)
      ownIban ??= iban.exec(cell)?.[0].replaceAll(' ', '') ?? null
      for (const text of cell.match(datesInText) ?? []) {
        const date = dateCell(text)
        if (date) facts.dates.push(date)
      }
      readPair(facts, cell, cells.slice(at + 1), rows[index + 1]?.[at] ?? '')
    }
  }
  return { ...facts, account: ownIban ?? facts.account }
}

/** A label with its value: in the same cell, in one to its right, or below. */
function readPair(facts: TableFacts, cell: string, right: string[], below: string): void {
  const colon = cell.indexOf(':')
  const label = (colon > 0 ? cell.slice(0, colon) : cell).replaceAll(/\([^)]*\)/g, ' ').trim()
  const inside = colon > 0 ? cell.slice(colon + 1).trim() : ''
  const kind = rowKindOf(label.replace(/[-+]?[\d.,' ]+\s*\S{0,3}$/, '')) ?? rowKindOf(label)
  if (kind === 'opening' || kind === 'closing') {
    const values = [inside, trailingNumber(cell), ...right]
    const hasNone = right.every((text) => text === '' || !numberCell(text))
    const value = [...values, hasNone ? below : ''].map(balanceIn).find((number) => number !== null) ?? null
    facts[kind] ??= value
    facts.currency ??= value?.currency ?? right.find((text) => text.length === 3 && isCurrency(text)) ?? null
    if (kind === 'closing' && value) facts.closingDate ??= firstDate([cell, ...right])
    return
  }
  const beside = right.map((text) => text.replace(/^:\s*/, '')).find((text) => text !== '')
  const value = inside || beside || (rowKindOf(below) ? '' : below)
  const role = label.length < 40 ? (labelOf(label)?.role ?? null) : null
  const own = /(?:^|[\s:°#])([\dX*]{4,}(?:[\s-]?[\dX*]{2,})*\d)$/.exec(cell)?.[1]
  if ((role === 'account' || role === 'card') && own !== undefined && colon < 0) facts.account ??= own
  else if (
    (role === 'account' || role === 'card') &&
    /\d{3}/.test(value) &&
    !dateCell(value) &&
    value.length < 50
  )
    facts.account ??= value
  if (role === 'currency' && isCurrency(value.toUpperCase())) facts.currency ??= value.toUpperCase()
  if (/^bank(name| name)?$/i.test(label.trim()) && value.length < 60 && value !== '') facts.bankName ??= value
  if (cell.length === 3 && isCurrency(cell)) facts.currency ??= cell
}

/** Whole numbers without a currency may be anything; balances nearly always have decimals. */
function balanceIn(text: string): NumberCell | null {
  return text === '' || dateCell(text) ? null : numberCell(text)
}

/** "Opening balance 1,234.56" */
function trailingNumber(text: string): string {
  return /(?:^|\s)([-+(]?[^\s\d]{0,3}\d[\d.,'\s]*[.,]\d{2}\)?(?:\s?\S{1,3})?)$/.exec(text)?.[1] ?? ''
}

function firstDate(texts: string[]): DateCell | null {
  for (const text of texts) {
    for (const part of text.match(datesInText) ?? []) {
      const date = dateCell(part)
      if (date) return date
    }
  }
  return null
}

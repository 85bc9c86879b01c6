import { type AnyField, dataFields, labelOf } from '../rules.ts'
import type { Problem, ReadRow } from './data-file.ts'
import { invoiceStateOf } from './invoice-state.ts'
import { firstAddress } from './read-clients.ts'
import type { Values } from './read-values.ts'
import type { FileRow, ReadContext } from './row-reader.ts'

interface InvoiceGroups {
  /** The rows of each invoice. */
  groups: FileRow[][]
  /** Rows that have a number in common but cannot be lines of one invoice. */
  refused: ReadRow[]
}

const fold = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ')

/** What all lines of an invoice have in common, and how two ways of writing it are compared. */
const common: [AnyField, (text: string, values: Values) => string][] = [
  ['clientName', fold],
  ['clientEmail', firstAddress],
  ['issueDate', (text, values) => values.date(text) ?? fold(text)],
  ['dueDate', (text, values) => values.date(text) ?? fold(text)],
  ['currency', (text) => /\b[A-Z]{3}\b/.exec(text.toUpperCase())?.[0] ?? fold(text)],
  ['total', (text, values) => String(Number(values.number(text) ?? Number.NaN) || fold(text))],
  ['status', (text) => invoiceStateOf(text) ?? fold(text)],
]
const lineAmounts: readonly AnyField[] = ['price', 'lineNet', 'lineTotal']
const ownNumbers = 'Give each invoice its own number.'
const chooseLines = `If these are lines of one invoice, choose their column as “${dataFields.invoices.lineNet.label}”.`

export const isInvoiceType = (type: string) => type === '' || /invoice|accrec/i.test(type)
export const numberIn = (cell: string) => cell.replace(/^#\s*/, '')

/** Puts the rows of each number together, unless they contradict each other: then each is an error of its own. */
export function groupInvoiceRows(rows: FileRow[], context: ReadContext): InvoiceGroups {
  const read = (row: FileRow, field: AnyField) => row.cells[context.columns[field] ?? -1]?.trim() ?? ''
  const byNumber = new Map<string, FileRow[]>()
  const types = new Map<string, string>()
  for (const row of rows) {
    const number = numberIn(read(row, 'number'))
    // A payment can have the number of a check that an invoice has, too. Only the first line may say its type.
    const type = read(row, 'type') || (types.get(number) ?? '')
    types.set(number, type)
    const key = number === '' ? `row ${row.number}` : `${isInvoiceType(type) ? 'invoice' : 'other'} ${number}`
    const group = byNumber.get(key)
    if (group) group.push(row)
    else byNumber.set(key, [row])
  }
  const found: InvoiceGroups = { groups: [], refused: [] }
  for (const group of byNumber.values()) {
    const [first] = group as [FileRow, ...FileRow[]]
    if (group.length === 1 || !isInvoiceType(read(first, 'type'))) found.groups.push(group)
    else sortGroup(found, group, { read, values: context.values })
  }
  return found
}

interface GroupContext {
  read: (row: FileRow, field: AnyField) => string
  values: Values
}

function sortGroup({ groups, refused }: InvoiceGroups, all: FileRow[], context: GroupContext): void {
  const { read } = context
  const hasLines = all.some((row) => lineAmounts.some((field) => read(row, field) !== ''))
  const { rows, repeated } = hasLines ? { rows: all, repeated: [] } : withoutRepeated(all)
  refused.push(...repeated)
  const problemOf = contradictionIn(rows, hasLines, context) ?? unclearTotalsIn(rows, hasLines, context)
  if (problemOf === null) groups.push(rows)
  else refused.push(...rows.map((row) => refuse(row, 'error', problemOf(row))))
}

function refuse(row: FileRow, state: 'error' | 'left_out', text: string): ReadRow {
  const problem: Problem = { row: row.number, column: labelOf('invoices', 'number'), text }
  return { rowNumber: row.number, state, cells: [row.cells], problems: [problem], record: null }
}

/** Without lines, a row that is in the file twice is one invoice. */
function withoutRepeated(all: FileRow[]): { rows: FileRow[]; repeated: ReadRow[] } {
  const seen = new Map<string, FileRow>()
  const repeated: ReadRow[] = []
  for (const row of all) {
    const key = JSON.stringify(row.cells)
    const earlier = seen.get(key)
    if (earlier) repeated.push(refuse(row, 'left_out', `This row is the same as row ${earlier.number}.`))
    else seen.set(key, row)
  }
  return { rows: [...seen.values()], repeated }
}

type ProblemOf = (row: FileRow) => string

function contradictionIn(
  rows: FileRow[],
  hasLines: boolean,
  { read, values }: GroupContext,
): ProblemOf | null {
  for (const [field, same] of common) {
    const valueOf = (row: FileRow) => {
      const text = read(row, field)
      return text === '' ? '' : same(text, values)
    }
    const firsts = new Map<string, FileRow>()
    for (const row of rows) {
      const value = valueOf(row)
      if (value !== '' && !firsts.has(value)) firsts.set(value, row)
    }
    const [one, other] = firsts.values()
    if (!one || !other) continue
    const what = labelOf('invoices', field).toLowerCase()
    const advice = field === 'total' && !hasLines ? `${ownNumbers} ${chooseLines}` : ownNumbers
    return (row) => {
      const value = valueOf(row)
      if (value === '')
        return `Rows ${one.number} and ${other.number} have this number, each with another ${what}. ${advice}`
      const against = value === valueOf(one) ? other : one
      return `Row ${against.number} has the same number but another ${what}. ${advice}`
    }
  }
  return null
}

/** The same total twice is that of one invoice, or of two lines that cost the same. */
function unclearTotalsIn(rows: FileRow[], hasLines: boolean, { read }: GroupContext): ProblemOf | null {
  const [one, other] = rows.filter((row) => read(row, 'total') !== '')
  if (hasLines || !one || !other) return null
  return (row) =>
    `Row ${(row === one ? other : one).number} has the same number and total. ${ownNumbers} ${chooseLines}`
}

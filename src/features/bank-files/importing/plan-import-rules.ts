import { pairNearest } from '../../banking/sync/pair-nearest-rules.ts'

/** A transaction in a file. */
export interface IncomingRow {
  date: string
  /** Negative if money went out. */
  amountMinor: number
  bankId: string | null
  textKey: string
}

/** How a file has described a stored transaction. */
interface Description {
  /** The form of the file. Two files of one form describe a transaction in the same way. */
  shape: string
  date: string
  bankId: string | null
  textKey: string
}

/** A stored transaction of the account. */
export interface StoredRow {
  id: string
  date: string
  amountMinor: number
  /** It came from the aggregator, which may date it some days off. */
  isFeed: boolean
  described: Description[]
}

/** A bank's file and the aggregator may date a transaction differently by this many days. */
export const maxDaysOff = 3

/**
 * Finds the stored transaction of each row of a file; null for a new one. Each is used once, so the second of two equal
 * rows is the second stored one. Rows of files of one form are compared by bank id, or else by description; with the
 * feed, and with files of other forms, the amount and the day decide.
 */
export function planImport(
  shape: string,
  existing: readonly StoredRow[],
  incoming: readonly IncomingRow[],
): (string | null)[] {
  const found = new Map<IncomingRow, StoredRow>()
  const taken = new Set<StoredRow>()
  const take = (index: Index, keyOf: (row: IncomingRow) => string | null, fits?: Fits) => {
    for (const row of incoming) {
      const key = found.has(row) ? null : keyOf(row)
      const rows = key === null ? [] : (index.get(key) ?? [])
      while (rows.length > 0 && taken.has(rows.at(-1)!)) rows.pop()
      const stored = rows.findLast((one) => !taken.has(one) && (!fits || fits(row, one)))
      if (!stored) continue
      taken.add(stored)
      found.set(row, stored)
    }
  }
  const { own, foreign } = splitByShape(shape, existing)
  const byBankId = (row: IncomingRow) => row.bankId && `${sameDay(row)} ${row.bankId}`
  const byText = (row: IncomingRow) => `${sameDay(row)} ${row.textKey}`

  take(indexOf(own, byBankId), byBankId)
  // Two different ids are two transactions, however alike they look.
  const hasIdOf = new Set(own.filter(({ bankId }) => bankId !== null).map(({ row }) => row))
  take(indexOf(own, byText), byText, (row, stored) => row.bankId === null || !hasIdOf.has(stored))

  take(indexOf(foreign, byBankId), byBankId)
  take(indexOf(foreign, byText), byText)
  take(indexOf(foreign, sameDay), sameDay)
  const feed = foreign.flatMap(({ row }) => (row.isFeed && !taken.has(row) ? [row] : []))
  const rest = incoming.filter((row) => !found.has(row))
  for (const [wanted, other] of pairNearest(rest.map(dated), [...new Set(feed)].map(dated), maxDaysOff))
    found.set(wanted.row, other.row)
  return incoming.map((row) => found.get(row)?.id ?? null)
}

const dated = <Row extends { date: string; amountMinor: number }>(row: Row) => ({
  row,
  date: row.date,
  key: String(row.amountMinor),
})

type Fits = (row: IncomingRow, stored: StoredRow) => boolean
type Index = Map<string, StoredRow[]>
type Described = IncomingRow & { row: StoredRow }

const sameDay = ({ date, amountMinor }: { date: string; amountMinor: number }) => `${date} ${amountMinor}`

/** What files of this form say of stored rows, and the rows that none of them contains, as they are known otherwise. */
function splitByShape(
  shape: string,
  existing: readonly StoredRow[],
): { own: Described[]; foreign: Described[] } {
  const own: Described[] = []
  const foreign: Described[] = []
  for (const row of existing) {
    const { amountMinor, described } = row
    const sameShape = described.filter((one) => one.shape === shape)
    for (const one of sameShape) own.push({ ...one, amountMinor, row })
    if (sameShape.length > 0) continue
    for (const one of described) foreign.push({ ...one, amountMinor, row })
    if (row.isFeed) foreign.push({ date: row.date, amountMinor, bankId: null, textKey: '', row })
  }
  return { own, foreign }
}

function indexOf(described: readonly Described[], keyOf: (row: IncomingRow) => string | null): Index {
  const index: Index = new Map()
  // Taken from the end, the first first.
  for (const one of described.toReversed()) {
    const key = keyOf(one)
    if (key === null) continue
    const rows = index.get(key)
    if (rows) rows.push(one.row)
    else index.set(key, [one.row])
  }
  return index
}

export interface PlannedRow {
  id: string
  isNew: boolean
}

/** The statements of a file that go to one account. Amounts in minor units. */
export interface IncomingStatement {
  rows: IncomingRow[]
  openingMinor: number | null
  closingMinor: number | null
}

/**
 * Plans statements one after the other, so that those that overlap add nothing twice. Statements whose balances join, such
 * as the pages of one, do not overlap: equal rows in them are all real. `newId` gets the position of the row among all.
 */
export function planStatements(
  shape: string,
  stored: readonly StoredRow[],
  statements: readonly IncomingStatement[],
  newId: (position: number) => string,
): PlannedRow[][] {
  let existing = stored
  const planned: PlannedRow[][] = []
  let position = 0
  const runs = joinedRuns(statements)
  for (const [n, run] of runs.entries()) {
    const rows = run.flatMap((statement) => statement.rows)
    const ids = planImport(shape, existing, rows)
    const before = position
    const plan = ids.map((id, row) => ({ id: id ?? newId(before + row), isNew: id === null }))
    position += rows.length
    if (n < runs.length - 1) existing = withPlanned(shape, existing, rows, plan)
    let from = 0
    for (const { rows: own } of run) planned.push(plan.slice(from, (from += own.length)))
  }
  return planned
}

function joinedRuns(statements: readonly IncomingStatement[]): IncomingStatement[][] {
  const runs: IncomingStatement[][] = []
  for (const statement of statements) {
    const run = runs.at(-1)
    const closing = run?.at(-1)?.closingMinor ?? null
    if (run && closing !== null && closing === statement.openingMinor) run.push(statement)
    else runs.push([statement])
  }
  return runs
}

function withPlanned(
  shape: string,
  existing: readonly StoredRow[],
  rows: readonly IncomingRow[],
  plan: readonly PlannedRow[],
): StoredRow[] {
  const all = new Map(existing.map((row) => [row.id, row]))
  for (const [n, row] of rows.entries()) {
    const { id } = plan[n]!
    const { date, amountMinor, bankId, textKey } = row
    const known = all.get(id) ?? { id, date, amountMinor, isFeed: false, described: [] }
    all.set(id, { ...known, described: [...known.described, { shape, date, bankId, textKey }] })
  }
  return [...all.values()]
}

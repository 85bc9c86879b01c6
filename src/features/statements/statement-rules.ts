import { agesOn, sumOfAges } from './age-rules.ts'
import type { StatementDocument, StatementRow } from './contract.ts'
import { type Entry, type StatementInvoice, entriesOf, entryOrder } from './entry-rules.ts'

/** What a client owes in a currency, with the invoices that a statement is about. */
export interface StatementLedger {
  /** What is open of all invoices, less what was paid too much. */
  balanceMinor: number
  /** The invoices with an entry on or after the first day, and those that are open. */
  invoices: readonly StatementInvoice[]
}

type Figures = Pick<
  StatementDocument,
  'from' | 'to' | 'openingMinor' | 'rows' | 'closingMinor' | 'ages' | 'overpaidMinor'
>

function byDate(a: Entry, b: Entry): number {
  if (a.on !== b.on) return a.on < b.on ? -1 : 1
  return entryOrder.indexOf(a.kind) - entryOrder.indexOf(b.kind)
}

const sumOf = (entries: readonly Entry[]) => entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

/**
 * The statement of a period. It is reckoned backward from what is owed now, so that it needs no invoices that were settled
 * before. `from` is null for everything.
 */
export function makeStatement(
  { balanceMinor, invoices }: StatementLedger,
  { from, to }: { from: string | null; to: string },
): Figures {
  const entries = invoices.flatMap((invoice) => entriesOf(invoice)).toSorted(byDate)
  const first = from ?? earlier(entries[0]?.on ?? to, to)
  const closingMinor = balanceMinor - sumOf(entries.filter(({ on }) => on > to))
  const openingMinor = balanceMinor - sumOf(entries.filter(({ on }) => on >= first))
  const ages = agesOn(to, invoices)
  return {
    from: first,
    to,
    openingMinor,
    rows: withBalances(
      openingMinor,
      entries.filter(({ on }) => on >= first && on <= to),
    ),
    closingMinor,
    ages,
    overpaidMinor: sumOfAges(ages) - closingMinor,
  }
}

const earlier = (a: string, b: string) => (a < b ? a : b)

function withBalances(openingMinor: number, entries: readonly Entry[]): StatementRow[] {
  let balanceMinor = openingMinor
  return entries.map((entry) => {
    balanceMinor += entry.amountMinor
    return { ...entry, balanceMinor }
  })
}

import type { Transaction } from '../../platform/db/transaction.ts'
import type { Report, ReportEntry, ReportRow } from './contract.ts'
import type { EntryFilter } from './entry-filter.ts'
import type { ReportContext } from './report-context.ts'

/** What each report makes itself. */
export type ReportBody = Pick<Report, 'sentence' | 'columns' | 'rowHeading' | 'rows' | 'chart' | 'notes'>

export interface ReportKind {
  /** Whether it differs by basis. Those that do not are the same on both. */
  hasBasis: boolean
  /** Whether bank transactions that belong to nothing else can count in it. */
  hasBank?: boolean
  /** As of a day rather than for a period. */
  isAsOf?: boolean
  build(tx: Transaction, context: ReportContext): Promise<ReportBody>
  /** The postings behind a figure of a row; null for a row without. */
  entriesOf(row: string, context: ReportContext, column: string): EntryFilter | null
  /** For figures that are not made of postings; undefined if this one is. */
  listEntries?(
    tx: Transaction,
    context: ReportContext,
    figure: { row: string; column: string; after?: string | undefined },
  ): Promise<{ entries: ReportEntry[]; minor: number; next: string | null } | undefined>
}

/** A row with what most have. */
export function row(given: Pick<ReportRow, 'key' | 'label' | 'cells'> & Partial<ReportRow>): ReportRow {
  return { kind: 'row', level: 1, opens: true, link: null, ...given }
}

/** A heading has no cells of its own. */
export function heading(key: string, label: string, columns: number): ReportRow {
  return row({
    key,
    label,
    kind: 'heading',
    level: 0,
    opens: false,
    cells: Array.from({ length: columns }, () => null),
  })
}

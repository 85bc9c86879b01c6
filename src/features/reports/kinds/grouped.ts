import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Report, ReportChart, ReportRow } from '../contract.ts'
import type { EntryFilter } from '../entry-filter.ts'
import { type Selection, readSums } from '../read-sums.ts'
import { type ReportBody, row } from '../report-body.ts'
import type { ReportContext } from '../report-context.ts'
import {
  addRows,
  addUp,
  allSums,
  moneyCells,
  moneyColumns,
  moneyText,
  openMoney,
  percentOf,
  wholeOf,
  overTime,
} from '../report-money.ts'

export interface GroupedReport {
  selection: Pick<Selection, 'accounts' | 'basis' | 'groupBy'>
  /** -1 where a credit counts as positive. */
  sign: 1 | -1
  rowHeading: string
  /** The labels and links of groups. */
  labelsOf(
    tx: Transaction,
    context: ReportContext,
    names: readonly string[],
  ): Promise<Map<string, Pick<ReportRow, 'label' | 'link'>>>
  /** How much of the amount of a group counts, in a column of its own; null for no such column. */
  counts?: { label: string; read(tx: Transaction, context: ReportContext): Promise<Counts | null> }
  totalLabel: string
  emptySentence: string
  /** About the largest group: its label, its part of everything, and its amount. */
  sentence(largest: { label: string; share: string; amount: string }): string
}

type Counts = (key: string, minor: number) => number

/** Everything beyond is one row. */
const maxRows = 1000
const maxBars = 8
const others = 'others'

/** A report with a row for each group, the largest first. */
export async function buildGrouped(
  tx: Transaction,
  context: ReportContext,
  report: GroupedReport,
): Promise<ReportBody> {
  const sums = await readSums(tx, context, report.selection)
  const money = await openMoney(tx, context, allSums(sums))
  const countOf = report.counts ? await report.counts.read(tx, context) : null
  const groups = [...sums]
    .map(([key, columns]) => ({ key, values: money.valuesOf(columns, report.sign) }))
    .map((group) => ({ ...group, counted: countOf?.(group.key, wholeOf(context, group.values)) ?? 0 }))
    .filter(({ values }) => values.some((value) => value !== 0))
    .toSorted((a, b) => wholeOf(context, b.values) - wholeOf(context, a.values) || (a.key < b.key ? -1 : 1))
  const shown = groups.length > maxRows ? groups.slice(0, maxRows - 1) : groups
  const rest = groups.slice(shown.length)
  const labels = await report.labelsOf(
    tx,
    context,
    shown.map(({ key }) => key),
  )
  const total = addRows(
    context,
    groups.map(({ values }) => values),
  )
  const whole = wholeOf(context, total)
  const columns: Report['columns'] = [
    ...moneyColumns(context),
    { key: 'share', label: 'Share', kind: 'percent' },
    ...(report.counts && countOf
      ? [{ key: 'counts', label: report.counts.label, kind: 'money' as const, opens: false }]
      : []),
  ]
  const cellsOf = (values: readonly number[], counted: number) => [
    ...moneyCells(context, values),
    percentOf(wholeOf(context, values), whole),
    ...(countOf ? [counted] : []),
  ]
  const rows = shown.map(({ key, values, counted }) =>
    row({
      key,
      level: 0,
      cells: cellsOf(values, counted),
      label: labels.get(key)?.label ?? key,
      link: labels.get(key)?.link ?? null,
    }),
  )
  if (rest.length > 0) {
    const values = addRows(
      context,
      rest.map((group) => group.values),
    )
    const label = `${rest.length.toLocaleString('en-US')} others`
    rows.push(row({ key: others, level: 0, label, opens: false, cells: cellsOf(values, countedOf(rest)) }))
  }
  const [largest] = rows
  const largestMinor = wholeOf(context, shown[0]?.values ?? [])
  return {
    columns,
    rowHeading: report.rowHeading,
    rows: largest
      ? [
          ...rows,
          row({
            key: 'total',
            label: report.totalLabel,
            kind: 'result',
            level: 0,
            cells: cellsOf(total, countedOf(groups)),
          }),
        ]
      : [],
    sentence:
      largest && whole > 0
        ? report.sentence({
            label: largest.label,
            share: `${Math.round((largestMinor * 100) / whole)}%`,
            amount: moneyText(context, largestMinor),
          })
        : report.emptySentence,
    chart: largest ? chartOf(context, { sign: report.sign, total, rows }) : null,
    notes: money.notes(),
  }
}

interface Drawn {
  sign: 1 | -1
  total: number[]
  rows: ReportRow[]
}

const countedOf = (groups: readonly { counted: number }[]) => addUp(groups.map(({ counted }) => counted))

/** The parts of the period over time; else the largest groups. */
function chartOf(context: ReportContext, { sign, total, rows }: Drawn): ReportChart {
  const tone = sign === -1 ? 'in' : 'out'
  if (context.shape === 'parts') {
    const { labels, valuesOf } = overTime(context)
    return {
      labels,
      isCount: false,
      series: [{ label: 'Total', tone, kind: 'bar', values: valuesOf(total) }],
    }
  }
  const bars = rows.filter(({ key }) => key !== others).slice(0, maxBars)
  const values = bars.map(({ cells }) => Number(cells[0] ?? 0))
  const [period] = context.columns
  return {
    labels: bars.map(({ label }) => label),
    isCount: false,
    series: [{ label: period?.label ?? '', tone, kind: 'bar', values }],
  }
}

/** The postings behind a row of a grouped report. */
export function groupedEntries(
  { selection, sign }: Pick<GroupedReport, 'selection' | 'sign'>,
  key: string,
  ofGroup: Pick<EntryFilter, 'equal'> & Partial<EntryFilter>,
): EntryFilter | null {
  if (key === others) return null
  const all = { accounts: selection.accounts, basis: selection.basis, sign }
  return key === 'total' ? all : { ...all, ...ofGroup }
}

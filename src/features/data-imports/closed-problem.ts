import { closedPeriodText } from '../periods/rules.ts'
import type { DataRecord, Problem } from './reading/data-file.ts'
import { type AnyField, type DataKind, labelOf } from './rules.ts'

/** Why a row cannot be imported: one of its days is in the closed period. Null if it can. */
export function closedProblem(
  kind: DataKind,
  { rowNumber, record }: { rowNumber: number; record: DataRecord | null },
  closedThrough: string | null,
): Problem | null {
  if (record === null || closedThrough === null) return null
  const closed = daysOf(record).find(([, day]) => day <= closedThrough)
  if (!closed) return null
  return { row: rowNumber, column: labelOf(kind, closed[0]), text: closedPeriodText(closedThrough) }
}

function daysOf(record: DataRecord): [AnyField, string][] {
  if ('date' in record) return [['date', record.date]]
  if (!('issueDate' in record)) return []
  const { issueDate, payment } = record
  return payment === null
    ? [['issueDate', issueDate]]
    : [
        ['issueDate', issueDate],
        ['paidDate', payment.on],
      ]
}

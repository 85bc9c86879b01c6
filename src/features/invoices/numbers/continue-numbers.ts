import type { Transaction } from '../../../platform/db/transaction.ts'
import { type NumberFormat, businessScope, maxNextNumber, numberStem, yearOf } from './number-rules.ts'

/** Raises the sequence of the business above numbers that came from elsewhere and look like its own. */
export async function continueNumbers(
  { client }: Transaction,
  businessId: string,
  format: NumberFormat,
  invoices: readonly { number: string; issueDate: string }[],
): Promise<void> {
  if (format.scope === 'client') return
  const highest = new Map<number, number>()
  for (const { number, issueDate } of invoices) {
    const year = yearOf(issueDate)
    const stem = numberStem(format, { code: null, year })
    const digits = number.startsWith(stem) ? number.slice(stem.length) : ''
    if (!/^\d{1,9}$/.test(digits) || Number(digits) >= maxNextNumber) continue
    const key = format.withYear ? year : 0
    highest.set(key, Math.max(highest.get(key) ?? 0, Number(digits)))
  }
  for (const [year, running] of [...highest].toSorted(([one], [other]) => one - other)) {
    await client.query(
      `insert into number_sequences as s (business_id, kind, scope, year, next) values ($1, 'invoice', $2, $3, $4)
       on conflict (business_id, kind, scope, year) do update set next = greatest(s.next, excluded.next)`,
      [businessId, businessScope, year, running + 1],
    )
  }
}

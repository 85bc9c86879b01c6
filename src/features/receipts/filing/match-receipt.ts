import type { Transaction } from '../../../platform/db/transaction.ts'
import { addDays } from '../../../shared/dates.ts'
import { type ReceiptRow, lockReceipt } from '../queries.ts'
import { isSameReceipt } from './duplicate-rules.ts'
import { type Filing, decideFiling, factsOf } from './filing-rules.ts'
import { maxTip, rivalDays } from './match-rules.ts'
import { findTargetsNear } from './targets.ts'

/**
 * Looks for the expense or bank transaction that a receipt belongs to, and for an earlier receipt that is the same. Filing
 * by the owner stays; what was filed by itself stays while it fits.
 */
export async function matchReceipt(tx: Transaction, businessId: string, receiptId: string): Promise<void> {
  const row = await lockReceipt(tx, businessId, receiptId)
  // Of two receipts that are matched at once, the second sees where the first one went.
  await tx.client.query(`select pg_advisory_xact_lock(hashtextextended('file-receipts:' || $1, 0))`, [
    businessId,
  ])
  const receipt = { ...row, duplicateOf: await findOriginal(tx, row) }
  await storeFiling(tx, receipt, decideFiling(receipt, await findAround(tx, receipt)))
}

/** The targets and the other receipts that decide where a receipt belongs. */
async function findAround(tx: Transaction, row: ReceiptRow) {
  const facts = factsOf(row)
  if (!facts) return { targets: [], rivals: [] }
  const { businessId, id: receiptId } = row
  const { date, currency, totalMinor } = facts
  const targets = await findTargetsNear(tx, businessId, {
    receiptId,
    currency,
    minMinor: totalMinor,
    maxMinor: Math.floor(totalMinor * (1 + maxTip)),
    from: addDays(date, -rivalDays),
    to: addDays(date, rivalDays),
  })
  const { rows: rivals } = await tx.client.query<{ merchant: string | null }>({
    name: 'rival-receipts',
    text: `select merchant from receipts where business_id = $1 and id <> $2 and total_minor = $3 and currency = $4
      and date between $5::date - ${rivalDays} and $5::date + ${rivalDays} and duplicate_of is distinct from $2::uuid`,
    values: [businessId, receiptId, totalMinor, currency, date],
  })
  return { targets, rivals }
}

interface Earlier {
  id: string
  merchant: string | null
  text: string
  look: string | null
  isSameFile: boolean
}

/** The first of the receipts that are the same as this one. */
async function findOriginal({ client }: Transaction, row: ReceiptRow): Promise<string | null> {
  const { businessId, id, originalId, date, currency, totalMinor, createdAt } = row
  const { rows } = await client.query<Earlier>({
    name: 'earlier-receipts',
    text: `with same_file as (
        select r.id from stored_files own
        join stored_files f on f.business_id = $1 and f.sha256 = own.sha256
        join receipts r on r.business_id = $1 and r.original_id = f.id
        where own.business_id = $1 and own.id = $3
      ), same_facts as (
        select id from receipts where business_id = $1 and total_minor = $4 and date = $5 and currency = $6
      )
      select coalesce(r.duplicate_of, r.id) as id, r.merchant, r.text, r.look::text as look,
        r.id in (select id from same_file) as "isSameFile"
      from receipts r
      where r.business_id = $1 and r.id <> $2 and (r.created_at, r.id) < ($7, $2)
        and r.id in (select id from same_file union select id from same_facts)
      order by r.created_at, r.id limit 100`,
    values: [businessId, id, originalId, totalMinor, date, currency, createdAt],
  })
  const same = rows.find(
    ({ isSameFile, look, ...seen }) =>
      isSameFile || isSameReceipt(row, { ...seen, look: look === null ? null : BigInt(look) }),
  )
  return same && same.id !== id ? same.id : null
}

async function storeFiling({ client }: Transaction, row: ReceiptRow, filing: Filing): Promise<void> {
  // A target that has just been deleted reads as null. Open pages are not told of a receipt that stays as it is.
  await client.query({
    name: 'file-receipt',
    text: `update receipts r set duplicate_of = n.duplicate_of, expense_id = n.expense_id, transaction_id = n.transaction_id,
        suggestion = n.suggestion, filed_by = n.filed_by, updated_at = now()
      from (select $3::uuid as duplicate_of,
        (select id from expenses where business_id = $1 and id = $4::uuid for key share) as expense_id,
        (select id from transactions where business_id = $1 and id = $5::uuid for key share) as transaction_id,
        $6::jsonb as suggestion, $7::text as filed_by) n
      where r.business_id = $1 and r.id = $2
        and (r.duplicate_of, r.expense_id, r.transaction_id, r.suggestion, r.filed_by)
          is distinct from (n.duplicate_of, n.expense_id, n.transaction_id, n.suggestion, n.filed_by)`,
    values: [
      row.businessId,
      row.id,
      row.duplicateOf,
      filing.expenseId,
      filing.transactionId,
      filing.suggestion && JSON.stringify(filing.suggestion),
      filing.filedBy,
    ],
  })
}

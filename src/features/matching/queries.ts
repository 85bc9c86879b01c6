import { and, eq } from 'drizzle-orm'
import { transactionMatches } from '../../platform/db/tables/transactions.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'

export type MatchRow = typeof transactionMatches.$inferSelect

/** A bank transaction as matches need it. */
export interface BankRow {
  id: string
  date: string
  currency: string
  amountMinor: number
  isIncome: boolean
  isPosted: boolean
  transferId: string | null
  merchantKey: string
  /** Of the business. */
  timeZone: string
}

export function changedElsewhere(message: string): AppError {
  return new AppError('CHANGED_ELSEWHERE', message)
}

export function transactionNotFound(): AppError {
  return new AppError('NOT_FOUND', 'This transaction could not be found.')
}

const isMatch = (businessId: string, id: string) =>
  and(eq(transactionMatches.businessId, businessId), eq(transactionMatches.id, id))

export async function getMatchRow({ db }: Transaction, businessId: string, id: string): Promise<MatchRow> {
  const [row] = await db.select().from(transactionMatches).where(isMatch(businessId, id))
  if (!row) throw new AppError('NOT_FOUND', 'This match could not be found.')
  return row
}

export async function changeMatch(
  { db }: Transaction,
  { businessId, id }: Pick<MatchRow, 'businessId' | 'id'>,
  changes: Partial<typeof transactionMatches.$inferInsert>,
): Promise<void> {
  await db.update(transactionMatches).set(changes).where(isMatch(businessId, id))
}

export async function deleteMatch({ db }: Transaction, { businessId, id }: MatchRow): Promise<void> {
  await db.delete(transactionMatches).where(isMatch(businessId, id))
}

/** Locks transactions, so that each is matched by one transaction of the database at a time. Receipts can still name them. */
export async function lockTransactions(
  { client }: Transaction,
  businessId: string,
  ids: readonly string[],
): Promise<BankRow[]> {
  const { rows } = await client.query<BankRow>(
    `select t.id, t.date::text as date, t.currency, t.amount_minor::float8 as "amountMinor", t.is_income as "isIncome",
       t.status = 'posted' as "isPosted", t.transfer_id as "transferId", t.merchant_key as "merchantKey",
       b.time_zone as "timeZone"
     from transactions t join businesses b on b.id = t.business_id
     where t.business_id = $1 and t.id = any($2::uuid[]) order by t.id for no key update of t`,
    [businessId, ids],
  )
  return rows
}

export async function lockTransaction(tx: Transaction, businessId: string, id: string): Promise<BankRow> {
  const [row] = await lockTransactions(tx, businessId, [id])
  if (!row) throw transactionNotFound()
  return row
}

const targetLocks: Partial<Record<MatchRow['kind'], string>> = {
  invoices: 'select from invoices where business_id = $1 and id = any($2::uuid[]) order by id for update',
  payment: `select from invoices where business_id = $1 and id in
    (select invoice_id from payments where business_id = $1 and id = any($2::uuid[])) order by id for update`,
  expense: 'select from expenses where business_id = $1 and id = any($2::uuid[]) order by id for update',
  receipt: 'select from receipts where business_id = $1 and id = any($2::uuid[]) order by id for update',
  payout: 'select from payouts where business_id = $1 and id = any($2::uuid[]) order by id for update',
}

/** Locks what a match is with. */
export async function lockTargets(
  { client }: Transaction,
  { businessId, kind, targets }: Pick<MatchRow, 'businessId' | 'kind' | 'targets'>,
): Promise<void> {
  const lock = targetLocks[kind]
  if (lock) await client.query(lock, [businessId, targets.map(({ id }) => id)])
}

/**
 * Locks the transactions of a match, then what it is with, then the match. A request that undoes a payment or deletes an expense
 * locks that first, and its match afterwards, so this order keeps the two from waiting for each other.
 */
export async function lockMatch(
  tx: Transaction,
  businessId: string,
  id: string,
): Promise<{ match: MatchRow; transaction: BankRow }> {
  const seen = await getMatchRow(tx, businessId, id)
  const sides = seen.kind === 'transfer' ? seen.targets.map((target) => target.id) : []
  const locked = await lockTransactions(tx, businessId, [seen.transactionId, ...sides])
  const transaction = locked.find((row) => row.id === seen.transactionId)
  if (!transaction) throw transactionNotFound()
  await lockTargets(tx, seen)
  const [match] = await tx.db.select().from(transactionMatches).where(isMatch(businessId, id)).for('update')
  if (!match || match.targetKey !== seen.targetKey)
    throw changedElsewhere('This match has changed in the meantime. Please look at it again.')
  return { match, transaction }
}

/** SQL that says whether the targets of a suggested match are as they were when it was suggested. */
export const stillFits = (m: string) => `not exists (
  select from jsonb_to_recordset(${m}.targets) as target (id uuid, "ofMinor" bigint)
  where not case ${m}.kind
    when 'invoices' then exists (select from invoices i where i.business_id = ${m}.business_id and i.id = target.id
      and i.open_minor = target."ofMinor" and i.open_minor > 0 and i.approval is null)
    when 'payment' then exists (select from payments p where p.business_id = ${m}.business_id and p.id = target.id
      and p.amount_minor = target."ofMinor" and p.undone_at is null and p.transaction_id is null)
    when 'expense' then exists (select from expenses e where e.business_id = ${m}.business_id and e.id = target.id
      and e.amount_minor = target."ofMinor" and e.transaction_id is null)
    when 'receipt' then exists (select from receipts r where r.business_id = ${m}.business_id and r.id = target.id
      and r.total_minor is not distinct from target."ofMinor" and r.transaction_id is null)
    when 'transfer' then exists (select from transactions o where o.business_id = ${m}.business_id and o.id = target.id
      and o.amount_minor = target."ofMinor" and o.transfer_id is null)
    when 'payout' then exists (select from payouts p where p.business_id = ${m}.business_id and p.id = target.id
      and abs(p.amount_minor) = target."ofMinor" and p.transaction_id is null and p.state in ('paid', 'in-transit'))
    else false end)`

/** The suggested or accepted match of a transaction, also as the other side of a transfer. */
export async function findCurrentMatch(
  { client }: Transaction,
  businessId: string,
  transactionId: string,
): Promise<{ id: string; state: MatchRow['state']; targetKey: string } | undefined> {
  const { rows } = await client.query<{ id: string; state: MatchRow['state']; targetKey: string }>(
    `select m.id, m.state, m.target_key as "targetKey" from transaction_matches m
     where m.business_id = $1 and (m.state = 'accepted' or ${stillFits('m')})
       and (m.transaction_id = $2 and m.state <> 'declined'
         or m.kind = 'transfer' and m.state <> 'declined' and m.target_key = 'transfer ' || $2::uuid)
     order by m.state limit 1`,
    [businessId, transactionId],
  )
  return rows[0]
}

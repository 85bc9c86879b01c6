import { transactionMatches } from '../../platform/db/tables/transactions.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError, fieldError } from '../../shared/errors.ts'
import type { InvoiceChangeDeps } from '../invoices/invoice-deps.ts'
import { holdClosedThrough } from '../periods/assert-open-period.ts'
import { acceptIn } from './accept-match.ts'
import { allocate } from './allocate-rules.ts'
import { targetKeyOf } from './candidates/document-rules.ts'
import type * as contract from './contract.ts'
import { getMatchView } from './match-views.ts'
import {
  type BankRow,
  changedElsewhere,
  findCurrentMatch,
  lockTransactions,
  transactionNotFound,
} from './queries.ts'
import { readFreeTargets, readTargets } from './targets.ts'

type Choice = BodyOf<typeof contract.matchTransaction>
type Kind = Choice['kind']

const refuse = (message: string) => fieldError('targetIds', message)

const incomeOnly: Record<Kind, boolean | null> = {
  invoices: true,
  payment: true,
  expense: false,
  receipt: false,
  transfer: null,
  payout: null,
}

function assertDirection(kind: Kind, { isIncome }: BankRow): void {
  if (incomeOnly[kind] === !isIncome)
    throw fieldError(
      'kind',
      isIncome ? 'Money that came in can’t be an expense.' : 'Money that went out can’t pay an invoice.',
    )
}

/** What the transaction covers of each target, in the order in which they are paid. */
async function chooseTargets(
  tx: Transaction,
  businessId: string,
  transaction: BankRow,
  kind: Kind,
  ids: string[],
) {
  const found = await readFreeTargets(tx, businessId, kind, ids)
  if (found.length < ids.length) {
    const all = await readTargets(tx, businessId, ids)
    if (all.filter((target) => target.kind === kind).length < ids.length)
      throw new AppError('NOT_FOUND', 'This could not be found.')
    const isInvoice = kind === 'invoices'
    throw isInvoice
      ? new AppError('INVOICE_PAID', 'This invoice is already paid or canceled.')
      : changedElsewhere('This is already matched with another transaction.')
  }
  if (kind === 'invoices') {
    if (found.some(({ currency }) => currency !== transaction.currency))
      throw refuse(
        'The invoice is in another currency. Record its payment on the invoice, then match the two.',
      )
    const parts = allocate(transaction.amountMinor, found)
    if (!parts) throw refuse('The amount does not reach for all of these invoices. Choose fewer.')
    return parts
  }
  const [target] = found
  if (!target || found.length > 1) throw refuse('Please choose one.')
  if (kind === 'transfer' || kind === 'payout') {
    const isSame = target.currency === transaction.currency && target.totalMinor === transaction.amountMinor
    if (!isSame)
      throw refuse(
        kind === 'transfer'
          ? 'The two sides of a transfer have the same amount.'
          : 'A payout and its transaction have the same amount.',
      )
  }
  return [{ id: target.id, amountMinor: transaction.amountMinor, ofMinor: target.totalMinor }]
}

async function assertOtherSide(
  { client }: Transaction,
  businessId: string,
  [one, other]: readonly [string, string],
): Promise<void> {
  const { rowCount } = await client.query(
    `select from transactions a join transactions b on b.business_id = $1 and b.id = $3
     where a.business_id = $1 and a.id = $2 and a.is_income <> b.is_income and a.account_id <> b.account_id`,
    [businessId, one, other],
  )
  if (!rowCount) throw refuse('A transfer goes out of one of your accounts and comes in on another one.')
}

/** Adds a match in the caller's transaction and accepts it. The same one again has no effect. */
export async function matchIn(
  tx: Transaction,
  deps: InvoiceChangeDeps,
  { businessId, userId }: Pick<Identity, 'businessId' | 'userId'>,
  transactionId: string,
  { kind, targetIds }: Choice,
): Promise<string> {
  const ids = [...new Set(targetIds)]
  const sides = kind === 'transfer' ? ids : []
  const [, locked] = await Promise.all([
    holdClosedThrough(tx, businessId),
    lockTransactions(tx, businessId, [transactionId, ...sides]),
  ])
  const transaction = locked.find(({ id }) => id === transactionId)
  if (!transaction) throw transactionNotFound()
  const targetKey = targetKeyOf(kind, ids)
  const current = await findCurrentMatch(tx, businessId, transactionId)
  if (current?.state === 'accepted') {
    if (current.targetKey === targetKey) return current.id
    throw changedElsewhere('This transaction is already matched. Undo that first.')
  }
  assertDirection(kind, transaction)
  const targets = await chooseTargets(tx, businessId, transaction, kind, ids)
  const [other] = ids
  if (kind === 'transfer' && other !== undefined)
    await assertOtherSide(tx, businessId, [transactionId, other])
  await tx.client.query(
    `delete from transaction_matches where business_id = $1 and transaction_id = any($2::uuid[])
       and (state = 'suggested' or transaction_id = $3 and target_key = $4)`,
    [businessId, [transactionId, ...sides], transactionId, targetKey],
  )
  const [added] = await tx.db
    .insert(transactionMatches)
    .values({
      businessId,
      transactionId,
      kind,
      band: 'suggest',
      targets,
      targetKey,
      reason: 'You chose it.',
      score: 1,
      merchantKey: transaction.merchantKey,
      clientId: await clientOf(tx, businessId, kind, ids),
    })
    .returning({ id: transactionMatches.id })
  if (!added) throw new Error('the match was not kept')
  await acceptIn(tx, deps, { businessId, userId }, added.id)
  return added.id
}

/** The client of invoices or of a payment, if it is one. Later payments of this payer are taken to be from them. */
async function clientOf(
  { client }: Transaction,
  businessId: string,
  kind: Kind,
  ids: readonly string[],
): Promise<string | null> {
  const { rows } = await client.query<{ id: string | null }>(
    `select distinct i.client_id as id from invoices i
     where i.business_id = $1 and ($3 = 'invoices' and i.id = any($2::uuid[])
       or $3 = 'payment' and i.id in (select p.invoice_id from payments p where p.business_id = $1 and p.id = any($2::uuid[])))`,
    [businessId, ids, kind],
  )
  return rows.length === 1 ? (rows[0]?.id ?? null) : null
}

export function matchByHand(
  deps: InvoiceChangeDeps,
  identity: Identity,
  transactionId: string,
  choice: Choice,
): Promise<contract.Match> {
  const { businessId } = identity
  return withTenant(deps.database, businessId, async (tx) =>
    getMatchView(tx, businessId, await matchIn(tx, deps, identity, transactionId, choice)),
  )
}

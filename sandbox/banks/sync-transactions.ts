import { z } from 'zod'
import { accountsOf, isPosted, showAccount, showCurrency, unitsOf } from './accounts.ts'
import { BankRefusal } from './bank-refusal.ts'
import { type SandboxItem, getSignedInItem } from './item-store.ts'
import type { BankRoute } from './pages-path.ts'
import { accessToken, readBody } from './read-body.ts'
import type { SampleTransaction } from './sample-transactions.ts'

type TransactionUpdate =
  | {
      kind: 'added'
      transaction: SampleTransaction
      id: string
      isPending: boolean
      /** The id of the pending transaction that it replaces. */
      pendingId: string | null
    }
  | { kind: 'removed'; transaction: SampleTransaction }

const options = z.strictObject({
  include_original_description: z.boolean().nullish(),
  include_personal_finance_category: z.boolean().optional(),
  personal_finance_category_version: z.string().optional(),
  days_requested: z.number().int().min(1).max(730).optional(),
})

export const syncTransactions: BankRoute = async ({ tx, body, now }) => {
  const request = readBody(body, {
    access_token: accessToken,
    cursor: z.string().max(256).nullish(),
    count: z.number().int().min(1).max(500).default(100),
    options: options.optional(),
  })
  const item = await getSignedInItem(tx, request.access_token)
  const updates = updatesOf(item, now)
  const start = positionOf(item, request.cursor ?? undefined, updates.length)
  const end = Math.min(start + request.count, updates.length)
  const page = updates.slice(start, end)
  const isVerbose = request.options?.include_original_description ?? false
  return {
    transactions_update_status: 'HISTORICAL_UPDATE_COMPLETE',
    accounts: accountsOf(item).map((account) => showAccount(item, account, now)),
    added: page.flatMap((update) =>
      update.kind === 'added' ? [showTransaction(item, update, isVerbose)] : [],
    ),
    modified: [],
    removed: page.flatMap(({ kind, transaction: { id, accountId } }) =>
      kind === 'removed' ? [{ transaction_id: id, account_id: accountId }] : [],
    ),
    next_cursor: cursorAt(item, end),
    has_more: end < updates.length,
  }
}

/** All updates in order; the list only grows. What was posted before the item existed was never pending in it. */
function updatesOf(item: SandboxItem, now: Date): TransactionUpdate[] {
  const all = accountsOf(item).flatMap(({ transactions }) => transactions)
  const createdAt = new Date(item.createdAt)
  const posted = all
    .filter((transaction) => !isPosted(item, transaction, createdAt) && isPosted(item, transaction, now))
    .toSorted((a, b) => (a.posting?.hours ?? 0) - (b.posting?.hours ?? 0))
  return [
    ...all.map((transaction) => ({
      kind: 'added' as const,
      transaction,
      id: transaction.id,
      isPending: !isPosted(item, transaction, createdAt),
      pendingId: null,
    })),
    ...posted.flatMap((transaction) => [
      { kind: 'removed' as const, transaction },
      {
        kind: 'added' as const,
        transaction,
        id: transaction.posting?.id ?? transaction.id,
        isPending: false,
        pendingId: transaction.id,
      },
    ]),
  ]
}

/** An opaque cursor: the number of updates already returned. */
function cursorAt(item: SandboxItem, position: number): string {
  return Buffer.from(`${item.id}.${position}`).toString('base64url')
}

/** The position of a cursor. Without a cursor, or with an empty one, it is the beginning. */
function positionOf(item: SandboxItem, cursor: string | undefined, length: number): number {
  if (!cursor) return 0
  const [id, digits = ''] = Buffer.from(cursor, 'base64url').toString().split('.')
  const position = Number(digits)
  const isOurs = id === item.id && cursorAt(item, position) === cursor
  if (!isOurs || !Number.isInteger(position) || position < 0 || position > length) {
    throw new BankRefusal('INVALID_FIELD', 'cursor not associated with access_token')
  }
  return position
}

/** The transaction in Plaid's format. Outgoing money is positive. */
function showTransaction(
  item: SandboxItem,
  { transaction, id, isPending, pendingId }: Extract<TransactionUpdate, { kind: 'added' }>,
  isVerbose: boolean,
): object {
  const { accountId, date, merchant, description, minor, isIncome } = transaction
  return {
    transaction_id: id,
    pending_transaction_id: pendingId,
    pending: isPending,
    account_id: accountId,
    account_owner: null,
    amount: unitsOf(item, isIncome ? -minor : minor),
    ...showCurrency(item),
    date,
    datetime: null,
    authorized_date: date,
    authorized_datetime: null,
    name: description,
    merchant_name: merchant.name,
    original_description: isVerbose ? description.toUpperCase() : null,
    category: [merchant.category],
    category_id: null,
    personal_finance_category: null,
    payment_channel: 'other',
    payment_meta: noPaymentMeta,
    location: noLocation,
    transaction_code: null,
    counterparties: [],
  }
}

const noPaymentMeta = {
  reference_number: null,
  ppd_id: null,
  payee: null,
  by_order_of: null,
  payer: null,
  payment_method: null,
  payment_processor: null,
  reason: null,
}

const noLocation = {
  address: null,
  city: null,
  region: null,
  postal_code: null,
  country: null,
  lat: null,
  lon: null,
  store_number: null,
}

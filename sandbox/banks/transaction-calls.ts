import { z } from 'zod'
import { accountsOf, showAccount } from './accounts.ts'
import type { BankRoute } from './bank-sandbox.ts'
import { getSignedInItem } from './item-store.ts'
import { accessToken, readBody } from './read-body.ts'
import { type TransactionUpdate, cursorAt, positionOf, updatesOf } from './transaction-updates.ts'

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
    added: page.flatMap((update) => (update.kind === 'added' ? [showTransaction(update, isVerbose)] : [])),
    modified: [],
    removed: page.flatMap(({ kind, transaction: { id, accountId } }) =>
      kind === 'removed' ? [{ transaction_id: id, account_id: accountId }] : [],
    ),
    next_cursor: cursorAt(item, end),
    has_more: end < updates.length,
  }
}

/** The transaction in Plaid's format. Outgoing money is positive. */
function showTransaction(
  { transaction, id, isPending, pendingId }: Extract<TransactionUpdate, { kind: 'added' }>,
  isVerbose: boolean,
): object {
  const { accountId, date, merchant, description, cents, isIncome } = transaction
  return {
    transaction_id: id,
    pending_transaction_id: pendingId,
    pending: isPending,
    account_id: accountId,
    account_owner: null,
    amount: (isIncome ? -cents : cents) / 100,
    iso_currency_code: 'USD',
    unofficial_currency_code: null,
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

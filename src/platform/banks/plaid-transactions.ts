import { z } from 'zod'
import type { Currency } from '../../shared/currencies.ts'
import type { BankProvider, TransactionFacts } from './bank-provider.ts'
import type { AskPlaid } from './plaid-client.ts'
import { amountSchema, currencyOf, currencyShape, idSchema, minorOf, textSchema } from './plaid-fields.ts'

/** Plaid's maximum. */
const pageSize = 500

const transactionSchema = z.object({
  transaction_id: idSchema,
  pending_transaction_id: idSchema.nullish(),
  account_id: idSchema,
  /** When it was posted, or, if it is pending, when it happened. */
  date: z.iso.date(),
  name: textSchema,
  merchant_name: textSchema,
  original_description: textSchema,
  amount: amountSchema,
  ...currencyShape,
  pending: z.boolean(),
  personal_finance_category: z.object({ primary: textSchema, detailed: textSchema }).nullish().catch(null),
  category: z.array(textSchema).nullish().catch(null),
})
type PlaidTransaction = z.infer<typeof transactionSchema>
const accountSchema = z.object({ account_id: idSchema, balances: z.object(currencyShape) })
const pageSchema = z.object({
  /** The accounts of the transactions on the page. */
  accounts: z.array(accountSchema).nullish(),
  added: z.array(transactionSchema),
  modified: z.array(transactionSchema),
  removed: z.array(z.object({ transaction_id: idSchema })),
  // Empty until there are transactions.
  next_cursor: z.string(),
  has_more: z.boolean(),
})

export function createPlaidTransactions(ask: AskPlaid): Pick<BankProvider, 'syncTransactions'> {
  return {
    async syncTransactions(accessToken, cursor) {
      const { PersonalFinanceCategoryVersion } = await import('plaid')
      const page = await ask(pageSchema, (plaid, options) =>
        plaid.transactionsSync(
          {
            access_token: accessToken,
            ...(cursor ? { cursor } : {}),
            count: pageSize,
            options: {
              include_original_description: true,
              // Set explicitly, because Plaid uses another version for older accounts.
              personal_finance_category_version: PersonalFinanceCategoryVersion.V2,
            },
          },
          options,
        ),
      )
      const currencies = new Map(
        (page.accounts ?? []).map(({ account_id, balances }) => [account_id, currencyOf(balances)]),
      )
      const read = (transaction: PlaidTransaction) =>
        factsOf(transaction, currencyOf(transaction) ?? currencies.get(transaction.account_id) ?? null)
      return {
        added: page.added.map(read),
        modified: page.modified.map(read),
        removed: page.removed.map(({ transaction_id }) => transaction_id),
        nextCursor: page.next_cursor,
        hasMore: page.has_more,
      }
    },
  }
}

function factsOf(transaction: PlaidTransaction, currency: Currency | null): TransactionFacts {
  const { merchant_name, personal_finance_category: codes } = transaction
  const amount = minorOf(transaction.amount, currency)
  return {
    providerId: transaction.transaction_id,
    pendingId: transaction.pending_transaction_id ?? null,
    accountProviderId: transaction.account_id,
    date: transaction.date,
    description: transaction.name ?? merchant_name ?? transaction.original_description ?? 'Transaction',
    merchant: merchant_name,
    // Plaid reports outgoing money as positive.
    amountMinor: Math.abs(amount),
    currency,
    isIncome: amount < 0,
    isPending: transaction.pending,
    category: {
      primary: codes?.primary ?? null,
      detailed: codes?.detailed ?? null,
      word: codes?.primary ? null : (transaction.category?.[0] ?? null),
    },
  }
}

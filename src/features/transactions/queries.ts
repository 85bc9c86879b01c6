import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import type * as contract from './contract.ts'
import { type TransactionRow, selectTransactions, toTransaction } from './transaction-view.ts'

interface Found {
  transaction: contract.Transaction
  merchantKey: string
}

const chosen = 'select * from transactions where business_id = $1 and id = $2'
const statement = selectTransactions(chosen, '', ', t.merchant_key')

export async function getTransaction(
  { client }: Transaction,
  businessId: string,
  id: string,
): Promise<Found> {
  const { rows } = await client.query<TransactionRow & { merchant_key: string }>(statement, [businessId, id])
  if (!rows[0]) throw new AppError('NOT_FOUND', 'This transaction could not be found.')
  return { transaction: toTransaction(rows[0]), merchantKey: rows[0].merchant_key }
}

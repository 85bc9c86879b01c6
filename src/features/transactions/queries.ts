import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import { accountLabel } from '../banking/rules.ts'
import { merchantName } from '../banking/sync/merchant-rules.ts'
import type * as contract from './contract.ts'

export interface TransactionRow {
  id: string
  account_id: string | null
  account_type: string | null
  institution_name: string | null
  date: string
  description: string
  merchant: string | null
  currency: string
  amount_minor: string
  is_income: boolean
  is_transfer: boolean
  match: contract.Transaction['match']
  category: string
  status: contract.Transaction['status']
}

/**
 * Builds the statement that reads transactions for the API. `chosen` is a subquery that selects the rows, so
 * that accounts are joined for those only. An account whose connection was removed reads as null.
 */
export function selectTransactions(chosen: string, order: string, more = ''): string {
  return `
    select t.id, case when c.id is not null then a.id end as account_id,
      a.type as account_type, c.institution_name, t.date::text as date, t.description, t.merchant, t.currency,
      t.amount_minor, t.is_income, t.transfer_id is not null as is_transfer, t.category, t.status,
      (select m.state from transaction_matches m
       where m.business_id = $1 and m.transaction_id = t.id and m.state <> 'declined') as match${more}
    from (${chosen}) t
    left join bank_accounts a on a.business_id = $1 and a.id = t.account_id
    left join bank_connections c on c.business_id = $1 and c.id = a.connection_id and c.removed_at is null
    ${order}`
}

export function toTransaction(row: TransactionRow): contract.Transaction {
  const { account_type: type, institution_name: institutionName } = row
  return {
    id: row.id,
    accountId: row.account_id,
    accountLabel: type === null || institutionName === null ? null : accountLabel({ institutionName, type }),
    date: row.date,
    description: row.description,
    merchant: merchantName(row),
    currency: row.currency,
    amountMinor: Number(row.amount_minor),
    type: row.is_income ? 'income' : 'expense',
    isTransfer: row.is_transfer,
    match: row.match,
    category: row.category,
    status: row.status,
  }
}

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

import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Currency } from '../../../shared/currencies.ts'
import { categoryOf } from '../../banking/sync/category-rules.ts'
import { type NewTransaction, insertTransactions } from '../../banking/sync/insert-transactions.ts'
import type { PackedRow, PackedStatement } from '../reading/pack-bank-file.ts'
import { toMinor } from './minor-amount-rules.ts'
import type { PlannedRow } from './plan-import-rules.ts'

interface Destination {
  businessId: string
  importId: string
  accountId: string
  currency: Currency
  now: Date
}

const uncategorized = categoryOf({ primary: null, detailed: null, word: null })

/** Adds the new transactions of a statement, and notes all that it contains. The caller holds the lock on the rules. */
export async function writeRows(
  tx: Transaction,
  into: Destination,
  { parts }: PackedStatement,
  plan: readonly PlannedRow[],
  onProgress: (written: number) => void,
): Promise<void> {
  let written = 0
  for (const part of parts) {
    const rows = (JSON.parse(part) as PackedRow[]).map((row, n) => ({ ...row, ...plan[written + n]! }))
    await insertTransactions(
      tx,
      into,
      rows.filter(({ isNew }) => isNew).map((row) => toTransaction(row, into)),
    )
    await tx.client.query(
      `insert into bank_import_rows (business_id, import_id, transaction_id, date, bank_id, text_key)
       select $2, $3, f.id, f.date, f."bankId", f."textKey"
       from jsonb_to_recordset($1::jsonb) as f (id uuid, date date, "bankId" text, "textKey" text)
       on conflict do nothing`,
      [
        JSON.stringify(rows.map(({ id, date, bankId, textKey }) => ({ id, date, bankId, textKey }))),
        into.businessId,
        into.importId,
      ],
    )
    written += rows.length
    onProgress(written)
  }
}

function toTransaction(
  { id, date, amount, description, counterparty, merchantKey, bankId, reference }: PackedRow & PlannedRow,
  { accountId, importId, currency }: Destination,
): NewTransaction {
  const minor = toMinor(amount, currency)
  return {
    id,
    provider_id: null,
    account_id: accountId,
    date,
    description,
    merchant: counterparty,
    merchant_key: merchantKey,
    currency,
    amount_minor: Math.abs(minor),
    is_income: minor > 0,
    status: 'posted',
    provider_category: uncategorized,
    chosen_category: null,
    import_id: importId,
    bank_id: bankId,
    reference,
  }
}

import type { Transaction } from '../../platform/db/transaction.ts'
import { addDays } from '../../shared/dates.ts'
import { type Decided, decideMatches } from './decide-rules.ts'
import { loadDocuments, loadTransactions, maxAgeDays } from './load-documents.ts'

const batchSize = 1000

// What the owner has taken back is left to them: see undo-match.ts.
const store = `insert into transaction_matches as m
    (business_id, transaction_id, band, kind, targets, target_key, reason, score, merchant_key, client_id)
  select $1, w.transaction_id, w.band, w.kind, w.targets, w.target_key, w.reason, w.score, w.merchant_key, w.client_id
  from jsonb_to_recordset($2::jsonb) as w (transaction_id uuid, band text, kind text, targets jsonb, target_key text,
    reason text, score real, merchant_key text, client_id uuid)
  on conflict (business_id, transaction_id) where state <> 'declined' do update set
    band = case when m.decided_by is null then excluded.band else 'suggest' end, kind = excluded.kind,
    targets = excluded.targets, target_key = excluded.target_key, reason = excluded.reason, score = excluded.score,
    merchant_key = excluded.merchant_key, client_id = excluded.client_id
  where m.state = 'suggested' and (m.band, m.targets, m.target_key, m.reason, m.score)
    is distinct from (excluded.band, excluded.targets, excluded.target_key, excluded.reason, excluded.score)`

const drop = `delete from transaction_matches m
  where m.business_id = $1 and m.state = 'suggested' and m.transaction_id <> all ($2::uuid[])
    and ($3::uuid is null or m.transaction_id = $3)`

function toRow(merchantKey: string, decided: Decided) {
  const { transactionId, band, kind, targets, targetKey, reason, score, clientId } = decided
  return {
    transaction_id: transactionId,
    band,
    kind,
    targets,
    target_key: targetKey,
    reason,
    score,
    merchant_key: merchantKey,
    client_id: clientId,
  }
}

/**
 * Suggests what unmatched transactions belong to, instead of what was suggested before. `only` names one transaction; the
 * suggestions of all others stay.
 */
export async function suggestMatches(
  tx: Transaction,
  businessId: string,
  { now, only }: { now: Date; only?: string },
): Promise<void> {
  const { client } = tx
  // One at a time: each decides about all transactions together.
  await client.query(`select pg_advisory_xact_lock(hashtextextended('match-transactions:' || $1, 0))`, [
    businessId,
  ])
  const since = addDays(now.toISOString().slice(0, 10), -maxAgeDays)
  const transactions = await loadTransactions(tx, businessId, { since, only })
  const decided =
    transactions.length > 0 ? decideMatches(transactions, await loadDocuments(tx, businessId, since)) : []
  const merchantKeys = new Map(transactions.map(({ id, merchantKey }) => [id, merchantKey]))
  const wanted = decided.filter(({ transactionId }) => only === undefined || transactionId === only)
  await client.query(drop, [businessId, wanted.map(({ transactionId }) => transactionId), only ?? null])
  for (let start = 0; start < wanted.length; start += batchSize) {
    const rows = wanted
      .slice(start, start + batchSize)
      .map((each) => toRow(merchantKeys.get(each.transactionId) ?? '', each))
    await client.query(store, [businessId, JSON.stringify(rows)])
  }
}

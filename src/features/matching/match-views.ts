import { isoMoment } from '../../platform/db/iso-moment.ts'
import type { StoredTarget } from '../../platform/db/tables/transactions.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import { type TransactionRow, selectTransactions, toTransaction } from '../transactions/queries.ts'
import type { Match } from './contract.ts'
import { type FoundTarget, readTargets, toTarget } from './targets.ts'

type ViewRow = TransactionRow & {
  view: Omit<Match, 'transaction' | 'targets'> & { targets: StoredTarget[] }
}

const chosen = `select t.*, wanted.n, json_build_object('id', m.id, 'state', m.state, 'band', m.band, 'kind', m.kind,
    'targets', m.targets, 'reason', m.reason,
    'decidedBy', case when m.state <> 'suggested' then m.decided_by end,
    'decidedAt', case when m.state <> 'suggested' then ${isoMoment('m.decided_at')} end) as view
  from unnest($2::uuid[]) with ordinality wanted (id, n)
  join transaction_matches m on m.business_id = $1 and m.id = wanted.id
  join transactions t on t.business_id = $1 and t.id = m.transaction_id`
const statement = selectTransactions(chosen, 'order by t.n', ', t.view')

/** Matches as the API shows them, in the order of the ids. Those that are gone are left out. */
export async function viewsOf(tx: Transaction, businessId: string, ids: readonly string[]): Promise<Match[]> {
  if (ids.length === 0) return []
  const { rows } = await tx.client.query<ViewRow>({
    name: 'match-views',
    text: statement,
    values: [businessId, ids],
  })
  const targetIds = rows.flatMap(({ view }) => view.targets.map(({ id }) => id))
  const found = new Map<string, FoundTarget>()
  for (const target of await readTargets(tx, businessId, targetIds)) found.set(target.id, target)
  return rows.map(({ view, ...row }) => ({
    ...view,
    transaction: toTransaction(row),
    targets: view.targets.flatMap(({ id, amountMinor }) => {
      const target = found.get(id)
      return target ? toTarget(target, amountMinor) : []
    }),
  }))
}

export async function getMatchView(tx: Transaction, businessId: string, id: string): Promise<Match> {
  const [view] = await viewsOf(tx, businessId, [id])
  if (!view) throw new AppError('NOT_FOUND', 'This match could not be found.')
  return view
}

import { exactMoment } from '../../platform/db/exact-cursor.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { isIsoDate } from '../../shared/dates.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { invalidField } from '../../shared/errors.ts'
import type * as contract from './contract.ts'
import { viewsOf } from './match-views.ts'
import { stillFits } from './queries.ts'

type State = QueryOf<typeof contract.listMatches>['state']

const pageSize = 50

/** A position: the score or the time of the last match on the page, and its id. */
const cursorPattern: Record<State, RegExp> = {
  suggested: /^(-?\d(?:\.\d{1,9})?) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
  accepted:
    /^(\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
}

function readCursor(state: State, text: string): [value: string, id: string] {
  const [, value = '', id = ''] = cursorPattern[state].exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (value === '' || (state === 'accepted' && !isIsoDate(value.slice(0, 10))))
    throw invalidField('after', 'This isn’t a valid position in the list.')
  return [value, id]
}

const columns: Record<State, { by: string; text: string; type: string; condition: string }> = {
  suggested: { by: 'm.score', text: 'm.score::text', type: 'real', condition: `and ${stillFits('m')}` },
  accepted: { by: 'm.decided_at', text: exactMoment('m.decided_at'), type: 'timestamptz', condition: '' },
}

function statementFor(state: State, hasCursor: boolean): string {
  const { by, text, type, condition } = columns[state]
  const after = hasCursor ? `and (${by} < $2::${type} or ${by} = $2::${type} and m.id > $3::uuid)` : ''
  return `select m.id, ${text} as value from transaction_matches m
    where m.business_id = $1 and m.state = '${state}' ${after} ${condition}
    order by ${by} desc, m.id limit ${pageSize + 1}`
}

/** Suggested ones that no longer fit are left out. They are removed when transactions are matched again. */
export function listMatches(
  { database }: Deps<'database'>,
  { businessId }: Identity,
  { state, after }: QueryOf<typeof contract.listMatches>,
): Promise<ResponseOf<typeof contract.listMatches>> {
  const cursor = after === undefined ? [] : readCursor(state, after)
  return withTenant(database, businessId, async (tx) => {
    const { rows } = await tx.client.query<{ id: string; value: string }>({
      name: `list-matches-${state}-${cursor.length}`,
      text: statementFor(state, cursor.length > 0),
      values: [businessId, ...cursor],
    })
    const shown = rows.slice(0, pageSize)
    const last = rows.length > pageSize ? shown.at(-1) : undefined
    return {
      matches: await viewsOf(
        tx,
        businessId,
        shown.map(({ id }) => id),
      ),
      next: last ? Buffer.from(`${last.value} ${last.id}`).toString('base64url') : null,
    }
  })
}

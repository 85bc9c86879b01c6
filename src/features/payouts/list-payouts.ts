import {
  type PageRequest,
  afterCursor,
  orderByDate,
  readDatePage,
  rowsToRead,
} from '../../platform/db/date-pages.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import type * as contract from './contract.ts'
import { counts, payoutColumns } from './queries.ts'

type Answer = ResponseOf<typeof contract.listPayouts>

const key = ['p.arrives_on', 'p.id'] as const

function listStatement(businessId: string, request: PageRequest) {
  const values: string[] = [businessId]
  const conditions = [
    'p.business_id = $1',
    ...afterCursor(request, key, (value) => `$${values.push(value)}`),
  ].join(' and ')
  const text = `select ${payoutColumns} from payouts p cross join lateral ${counts} c
    where ${conditions} ${orderByDate(request, key)} limit ${rowsToRead}`
  return { name: `list-payouts-${request.direction}`, text, values }
}

export async function listPayouts(
  { database }: Deps<'database'>,
  { businessId }: Identity,
  query: QueryOf<typeof contract.listPayouts>,
): Promise<Answer> {
  return withTenant(database, businessId, async ({ client }) => {
    const { items: payouts, next } = await readDatePage(
      query,
      async (request) => (await client.query<contract.Payout>(listStatement(businessId, request))).rows,
      ({ id, arrivesOn }) => ({ id, date: arrivesOn }),
    )
    const { rows: problems } = await client.query<Answer['problems'][number]>(
      `select provider, problem from payout_accounts where business_id = $1 and problem is not null order by provider`,
      [businessId],
    )
    return { payouts, next, problems }
  })
}

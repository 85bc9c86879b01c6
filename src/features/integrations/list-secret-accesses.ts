import { exactMoment, exactPage, readExactCursor } from '../../platform/db/exact-cursor.ts'
import type { ExactCursor } from '../../platform/db/exact-cursor.ts'
import { queryTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { productName } from '../../shared/product.ts'
import type * as contract from './contract.ts'
import type { IntegrationDeps } from './integration-deps.ts'
import { labelOfSecret } from './secret-columns.ts'

type Page = ResponseOf<typeof contract.listSecretAccesses>

interface Row {
  id: string
  secret: string
  reason: string
  user_id: string | null
  at: string
}

const pageSize = 50

/** One row more than a page tells whether there is another page. */
function listStatement(businessId: string, cursor: ExactCursor | undefined) {
  const range = cursor ? 'and (created_at, id) < ($2::timestamptz, $3::uuid)' : ''
  return {
    name: `list-secret-accesses-${cursor ? 'after' : 'first'}`,
    text: `select id, secret, reason, user_id, ${exactMoment('created_at')} as at from secret_accesses
           where business_id = $1 ${range} order by created_at desc, id desc limit ${pageSize + 1}`,
    values: [businessId, ...(cursor ? [cursor.at, cursor.id] : [])],
  }
}

export async function listSecretAccesses(
  { database }: IntegrationDeps,
  identity: Identity,
  { cursor }: QueryOf<typeof contract.listSecretAccesses>,
): Promise<Page> {
  const { businessId } = identity
  const place = cursor === undefined ? undefined : readExactCursor(cursor, 'cursor')
  const rows = await queryTenant<Row>(database, businessId, listStatement(businessId, place))
  const { shown, next } = exactPage(rows, pageSize)
  return {
    accesses: shown.map((row) => ({
      id: row.id,
      what: labelOfSecret(row.secret),
      who: nameOf(row.user_id, identity),
      why: row.reason,
      at: row.at,
    })),
    nextCursor: next,
  }
}

/** Names of users are out of a business's reach, except for one's own. */
function nameOf(userId: string | null, identity: Identity): string {
  if (userId === null) return productName
  return userId === identity.userId ? identity.name : 'A former user'
}

import { type ExactCursor, exactMoment, exactPage, readExactCursor } from '../../platform/db/exact-cursor.ts'
import { queryTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { productName } from '../../shared/product.ts'
import { type ActivityKind, activityLabels } from '../auth/rules.ts'
import type * as contract from './contract.ts'
import type { IntegrationDeps } from './integration-deps.ts'
import { labelOfSecret } from './secret-columns.ts'

type Page = ResponseOf<typeof contract.listSecurityActivity>

interface Row {
  id: string
  type: 'change' | 'read'
  what: string
  detail: string
  user_id: string | null
  name: string | null
  device: string
  ip_address: string
  at: string
}

const pageSize = 50

/** Merges the newest rows of two tables, and one row more than a page, to know whether there is another. */
function listStatement(businessId: string, cursor: ExactCursor | undefined) {
  const newest = `where business_id = $1 ${cursor ? 'and (created_at, id) < ($2::timestamptz, $3::uuid)' : ''}
                  order by created_at desc, id desc limit ${pageSize + 1}`
  return {
    name: `list-security-activity-${cursor ? 'after' : 'first'}`,
    text: `select id, type, what, detail, user_id, p.name, device, ip_address, ${exactMoment('created_at')} as at from (
             (select business_id, id, 'read' as type, secret as what, reason as detail, user_id, '' as device, '' as ip_address, created_at
              from secret_accesses ${newest})
             union all
             (select business_id, id, 'change', kind, detail, user_id, device, ip_address, created_at from account_activity ${newest})
           ) both_tables left join people p using (business_id, user_id) order by created_at desc, id desc limit ${pageSize + 1}`,
    values: [businessId, ...(cursor ? [cursor.at, cursor.id] : [])],
  }
}

export async function listSecurityActivity(
  { database }: IntegrationDeps,
  { businessId }: Identity,
  { cursor }: QueryOf<typeof contract.listSecurityActivity>,
): Promise<Page> {
  const position = cursor === undefined ? undefined : readExactCursor(cursor, 'cursor')
  const rows = await queryTenant<Row>(database, businessId, listStatement(businessId, position))
  const { shown, next } = exactPage(rows, pageSize)
  return {
    entries: shown.map((row) => ({
      id: row.id,
      type: row.type,
      what: row.type === 'read' ? labelOfSecret(row.what) : labelOfChange(row.what),
      who: row.user_id === null ? productName : (row.name ?? 'A former user'),
      detail: row.detail,
      from: [row.device, row.ip_address].filter(Boolean).join(', ') || null,
      at: row.at,
    })),
    nextCursor: next,
  }
}

/** A newer version of the product may have recorded a kind that this version does not know. */
function labelOfChange(kind: string): string {
  return activityLabels[kind as ActivityKind] ?? kind
}

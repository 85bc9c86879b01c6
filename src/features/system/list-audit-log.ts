import { type ExactCursor, exactMoment, exactPage, readExactCursor } from '../../platform/db/exact-cursor.ts'
import { queryAdmin } from '../../platform/db/transaction.ts'
import type { AdminAction } from '../../shared/admin-actions.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { deviceText } from '../auth/sessions/device-text.ts'
import type * as contract from './contract.ts'
import type { SystemDeps } from './system-deps.ts'

interface Row extends ExactCursor {
  actor_email: string
  action: AdminAction
  target_label: string | null
  details: Record<string, string>
  ip_address: string
  user_agent: string | null
}

interface Filter {
  action?: AdminAction | undefined
  person?: string | undefined
  cursor?: ExactCursor | undefined
}

const pageSize = 50
const newestFirst = `order by created_at desc, id desc limit ${pageSize + 1}`

/**
 * A person's entries as actor and as target, each in order from its own index. Accounts are lowercase; an
 * address with capitals that got a mail is matched exactly.
 */
export function auditStatement({ action, person, cursor }: Filter) {
  const values: string[] = []
  const add = (value: string) => `$${values.push(value)}`
  const conditions = [
    ...(action === undefined ? [] : [`action = ${add(action)}`]),
    ...(cursor ? [`(created_at, id) < (${add(cursor.at)}::timestamptz, ${add(cursor.id)}::uuid)`] : []),
  ]
  const newest = (...more: string[]) => {
    const all = [...conditions, ...more]
    return `(select * from platform.audit_log ${all.length > 0 ? `where ${all.join(' and ')}` : ''} ${newestFirst})`
  }
  let source = newest()
  if (person !== undefined) {
    const lowercase = add(person.toLowerCase())
    const lists = [newest(`actor_email = ${lowercase}`), newest(`target_label = ${lowercase}`)]
    if (person !== person.toLowerCase()) lists.push(newest(`target_label = ${add(person)}`))
    // Not `union all`: an admin may have acted on their own account.
    source = `(${lists.join(' union ')})`
  }
  return {
    text: `select id, actor_email, action, target_label, details, ip_address, user_agent,
             ${exactMoment('created_at')} as at from ${source} entry ${newestFirst}`,
    values,
  }
}

export async function listAuditLog(
  { database }: Pick<SystemDeps, 'database'>,
  { action, person, after }: QueryOf<typeof contract.listAuditLog>,
): Promise<ResponseOf<typeof contract.listAuditLog>> {
  const cursor = after === undefined ? undefined : readExactCursor(after, 'after')
  const rows = await queryAdmin<Row>(
    database,
    auditStatement({ action, person: person || undefined, cursor }),
  )
  const { shown, next } = exactPage(rows, pageSize)
  return {
    entries: shown.map((row) => ({
      id: row.id,
      at: row.at,
      actorEmail: row.actor_email,
      action: row.action,
      targetLabel: row.target_label,
      details: row.details,
      ipAddress: row.ip_address,
      device: deviceText(row.user_agent),
    })),
    next,
  }
}

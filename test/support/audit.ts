import { queryAdmin } from '../../src/platform/db/transaction.ts'
import type { TestApp } from './test-app.ts'

interface Noted {
  action: string
  actor: string
  label: string | null
  ip: string
  userAgent: string | null
}

/** What the audit log says of somebody or something, in the order in which it happened. */
export async function auditOf({ database }: Pick<TestApp, 'database'>, targetId: string): Promise<Noted[]> {
  return queryAdmin<Noted & Record<string, unknown>>(database, {
    text: `select action, actor_email as actor, target_label as label, ip_address as ip, user_agent as "userAgent"
           from platform.audit_log where target_id = $1 order by created_at, id`,
    values: [targetId],
  })
}

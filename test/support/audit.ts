import { queryAdmin } from '../../src/platform/db/transaction.ts'
import type { TestApp } from './test-app.ts'

interface AuditEntry {
  action: string
  actor: string
  label: string | null
  ip: string
  userAgent: string | null
}

/** Returns the entries of the audit log about a target, oldest first. */
export async function auditOf(
  { database }: Pick<TestApp, 'database'>,
  targetId: string,
): Promise<AuditEntry[]> {
  return queryAdmin<AuditEntry & Record<string, unknown>>(database, {
    text: `select action, actor_email as actor, target_label as label, ip_address as ip, user_agent as "userAgent"
           from platform.audit_log where target_id = $1 order by created_at, id`,
    values: [targetId],
  })
}

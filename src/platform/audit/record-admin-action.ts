import type { AdminAction } from '../../shared/admin-actions.ts'
import type { Endpoint } from '../../shared/endpoint.ts'
import { auditLog } from '../db/tables/installation/audit.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Call } from '../http/api.ts'

/** The admin who acts, and from which address. */
export interface Actor {
  userId: string
  email: string
  ip: string
  userAgent: string | null
}

interface AuditEntry {
  action: AdminAction
  /** What the action is about: a user, a mail, a message, a job. */
  target?: { id: string | null; label: string | null } | undefined
  /** Further details for the log. Never a secret or the content of a mail. */
  details?: Record<string, string> | undefined
}

const maxLabelLength = 320

type AdminCall = Call<Endpoint & { access: 'admin' }>

export function actorOf({ identity, ip, context }: Pick<AdminCall, 'identity' | 'ip' | 'context'>): Actor {
  const userAgent = context.req.header('user-agent')?.slice(0, 500) ?? null
  return { userId: identity.userId, email: identity.email, ip, userAgent }
}

/** Records an action of an admin. Call it in the transaction of the action, so that both commit together. */
export async function recordAdminAction(
  { db }: Transaction,
  actor: Actor,
  { action, target, details = {} }: AuditEntry,
): Promise<void> {
  await db.insert(auditLog).values({
    actorId: actor.userId,
    actorEmail: actor.email,
    action,
    targetId: target?.id ?? null,
    // Long enough for every address. An index entry is limited to a few thousand characters.
    targetLabel: target?.label?.slice(0, maxLabelLength) ?? null,
    details,
    ipAddress: actor.ip,
    userAgent: actor.userAgent,
  })
}

import type { AdminAction } from '../../shared/admin-actions.ts'
import type { Endpoint } from '../../shared/endpoint.ts'
import { auditLog } from '../db/tables/audit.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Call } from '../http/api.ts'

/** Who acts, and from where. */
export interface Actor {
  userId: string
  email: string
  ip: string
  userAgent: string | null
}

interface Noted {
  action: AdminAction
  /** On whom or what: a person, a mail, a message, a job. */
  target?: { id: string | null; label: string | null } | undefined
  /** What else has to be known later; never a secret, never the content of a mail. */
  details?: Record<string, string> | undefined
}

const longestLabel = 320

type AdminCall = Call<Endpoint & { access: 'admin' }>

export function actorOf({ identity, ip, context }: Pick<AdminCall, 'identity' | 'ip' | 'context'>): Actor {
  const userAgent = context.req.header('user-agent')?.slice(0, 500) ?? null
  return { userId: identity.userId, email: identity.email, ip, userAgent }
}

/** In the transaction of what is done (withAdmin or withPlatform): one is not there without the other. */
export async function noteAction(
  { db }: Transaction,
  actor: Actor,
  { action, target, details = {} }: Noted,
): Promise<void> {
  await db.insert(auditLog).values({
    actorId: actor.userId,
    actorEmail: actor.email,
    action,
    targetId: target?.id ?? null,
    // Long enough for every address; the index takes no more than a few thousand characters.
    targetLabel: target?.label?.slice(0, longestLabel) ?? null,
    details,
    ipAddress: actor.ip,
    userAgent: actor.userAgent,
  })
}

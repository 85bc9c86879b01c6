import { type Actor, recordAdminAction } from '../../platform/audit/record-admin-action.ts'
import { type Transaction, withPlatform } from '../../platform/db/transaction.ts'
import { deliverSoon } from '../../platform/mail/deliver-soon.ts'
import { accountForgotten } from '../../platform/mail/held-mails.ts'
import { AppError } from '../../shared/errors.ts'
import type { AdminMailDeps } from './admin-mail-deps.ts'
import type { OutboxMail } from './contract.ts'
import { auditTarget, getOutboxMail, noSuchMail } from './list-outbox.ts'

interface LockedMail {
  id: string
  kind: string
  to: string
  businessId: string | null
  onBehalf: boolean
  state: OutboxMail['state']
  hasBodies: boolean
  isClaimed: boolean
}

/** Queues a failed mail again, or a queued one without its backoff. Concurrent requests send it once. */
export async function sendMailAgain(deps: AdminMailDeps, actor: Actor, id: string): Promise<OutboxMail> {
  const { database, jobs } = deps
  await withPlatform(database, async (tx) => {
    const mail = await lockMail(tx, id)
    assertSendable(mail)
    if (mail.state === 'failed') await requeue(tx, id)
    await deliverSoon(tx, jobs, mail)
    await recordAdminAction(tx, actor, { action: 'send-mail-again', ...auditTarget(id, mail) })
  })
  return getOutboxMail(database, id)
}

async function lockMail({ client }: Transaction, id: string): Promise<LockedMail> {
  const { rows } = await client.query<LockedMail>(
    `select id, kind, to_address as "to", business_id as "businessId", on_behalf as "onBehalf", state,
       html is not null and text is not null as "hasBodies",
       state = 'queued' and coalesce(claimed_until > now(), false) as "isClaimed"
     from mails where id = $1 for update`,
    [id],
  )
  if (!rows[0]) throw noSuchMail()
  return rows[0]
}

function assertSendable({ state, hasBodies }: LockedMail): void {
  if (state === 'sent') throw new AppError('NOT_SENDABLE', 'This email has already been sent.')
  if (state === 'held') {
    const why = 'This email is waiting until the owner confirms their address or the account is restored.'
    throw new AppError('NOT_SENDABLE', why)
  }
  if (!hasBodies) {
    const why = 'This email contained a link that isn’t stored after a failure. Send a new link instead.'
    throw new AppError('NOT_SENDABLE', why)
  }
}

async function requeue({ client }: Transaction, id: string): Promise<void> {
  await client.query(
    `update mails set state = 'queued', claimed_until = null, ${accountForgotten} where id = $1`,
    [id],
  )
}

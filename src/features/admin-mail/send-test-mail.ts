import { type Actor, recordAdminAction } from '../../platform/audit/note-action.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import { withinLimits } from '../../platform/limits/limit.ts'
import type { BodyOf, ResponseOf } from '../../shared/endpoint.ts'
import type { AdminMailDeps } from './admin-mail-deps.ts'
import type * as contract from './contract.ts'
import { queueTestMail } from './emails.ts'

const limitOf = (userId: string) => ({
  key: `test-mail:${userId}`,
  max: 10,
  windowSeconds: 3600,
  refusal: 'You have sent many test mails.',
})

export async function sendTestMail(
  deps: AdminMailDeps,
  actor: Actor,
  { to }: BodyOf<typeof contract.sendTestMail>,
): Promise<ResponseOf<typeof contract.sendTestMail>> {
  const { database } = deps
  return withinLimits(database, [limitOf(actor.userId)], () =>
    withPlatform(database, async (tx) => {
      const id = await queueTestMail(tx, deps, { to, at: new Date() })
      await recordAdminAction(tx, actor, { action: 'send-test-mail', target: { id, label: to } })
      return { id }
    }),
  )
}

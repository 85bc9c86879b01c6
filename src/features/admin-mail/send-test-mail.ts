import { type Actor, recordAdminAction } from '../../platform/audit/record-admin-action.ts'
import { type Transaction, withPlatform } from '../../platform/db/transaction.ts'
import { withinLimits } from '../../platform/limits/limit.ts'
import { queueRenderedMail } from '../../platform/mail/queue-rendered-mail.ts'
import { dateIn, formatDate } from '../../shared/dates.ts'
import type { BodyOf, ResponseOf } from '../../shared/endpoint.ts'
import { productName } from '../../shared/product.ts'
import type { AdminMailDeps } from './admin-mail-deps.ts'
import type * as contract from './contract.ts'

const limitOf = (userId: string) => ({
  key: `test-mail:${userId}`,
  max: 10,
  windowSeconds: 3600,
  refusal: 'You’ve sent too many test emails.',
})

export async function sendTestMail(
  deps: AdminMailDeps,
  actor: Actor,
  { to }: BodyOf<typeof contract.sendTestMail>,
): Promise<ResponseOf<typeof contract.sendTestMail>> {
  const { database } = deps
  return withinLimits(database, [limitOf(actor.userId)], () =>
    withPlatform(database, async (tx) => {
      const id = await queueTestMail(tx, deps, to)
      await recordAdminAction(tx, actor, { action: 'send-test-mail', target: { id, label: to } })
      return { id }
    }),
  )
}

/** Queues a test mail. Returns its id, to follow its delivery. */
function queueTestMail(tx: Transaction, deps: AdminMailDeps, to: string): Promise<string> {
  const { appUrl, mailFrom } = deps
  const at = new Date()
  const subject = `Test email from ${productName}`
  return queueRenderedMail(
    tx,
    deps,
    { kind: 'test-mail', to, subject },
    {
      preheader: `If this is in your inbox, email from ${productName} is being delivered.`,
      paragraphs: [
        `This is a test from ${productName} at ${appUrl}. If this is in your inbox, email from ${productName} is being delivered.`,
      ],
      rows: [
        {
          label: 'Sent at',
          value: `${formatDate(dateIn('UTC', at))}, ${at.toISOString().slice(11, 16)} UTC`,
        },
        { label: 'From', value: mailFrom },
      ],
      footnote: 'An administrator sent this test. There’s nothing you need to do.',
    },
  )
}

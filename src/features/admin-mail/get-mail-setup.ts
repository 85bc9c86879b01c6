import type { AdminMailDeps } from './admin-mail-deps.ts'
import type { MailSetup } from './contract.ts'
import { platformMailboxes } from './rules.ts'

export async function getMailSetup({ database, platformMail, mailFrom }: AdminMailDeps): Promise<MailSetup> {
  const { domain, smtp } = platformMail
  const { rows } = await database.platform.query<MailSetup['counts']>(
    `select count(*) filter (where state = 'queued')::int as queued,
       count(*) filter (where state = 'held')::int as held,
       count(*) filter (where state = 'failed')::int as failed
     from mails where state in ('queued', 'held', 'failed')`,
  )
  return {
    domain,
    addresses: platformMailboxes.map((mailbox) => ({ mailbox, address: `${mailbox}@${domain}` })),
    from: mailFrom,
    transport: smtp ? { kind: 'smtp', ...smtp } : { kind: 'mailbox' },
    counts: rows[0] ?? { queued: 0, held: 0, failed: 0 },
  }
}

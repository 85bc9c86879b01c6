import type { Transaction } from '../../platform/db/transaction.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'
import { dateIn, formatDate } from '../../shared/dates.ts'
import { productName } from '../../shared/product.ts'
import type { AdminMailDeps } from './admin-mail-deps.ts'

type Sender = Pick<AdminMailDeps, 'jobs' | 'appUrl' | 'mailFrom'>

/** Queues a test mail. Returns its id, to follow its delivery. */
export function queueTestMail(
  tx: Transaction,
  { jobs, appUrl, mailFrom }: Sender,
  { to, at }: { to: string; at: Date },
): Promise<string> {
  const subject = `Test mail from ${productName}`
  return queueMail(tx, jobs, {
    kind: 'test-mail',
    from: mailFrom,
    to,
    subject,
    ...renderMail({
      appUrl,
      preheader: `If this is in your inbox, mail from ${productName} arrives.`,
      heading: subject,
      paragraphs: [
        `This is a test from ${productName} at ${appUrl}. If this is in your inbox, mail from ${productName} arrives.`,
      ],
      rows: [
        {
          label: 'Sent at',
          value: `${formatDate(dateIn('UTC', at))}, ${at.toISOString().slice(11, 16)} UTC`,
        },
        { label: 'From', value: mailFrom },
      ],
      footnote: 'An administrator asked for it. There is nothing to do.',
    }),
  })
}

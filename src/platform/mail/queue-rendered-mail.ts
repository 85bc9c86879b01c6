import type { Transaction } from '../db/transaction.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { type NewMail, queueMail } from './queue-mail.ts'
import { type MailContent, renderMail } from './render-mail.ts'

export interface Sender {
  jobs: JobQueue
  appUrl: string
  mailFrom: string
}

type Envelope = Omit<NewMail, 'from' | 'html' | 'text'>
type Content = Omit<MailContent, 'appUrl' | 'heading'> & { heading?: string }

/** Queues a mail of the product. Its heading is the subject, unless it has one of its own. */
export function queueRenderedMail(
  tx: Transaction,
  { jobs, appUrl, mailFrom: from }: Sender,
  envelope: Envelope,
  content: Content,
): Promise<string> {
  const rendered = renderMail({ appUrl, heading: envelope.subject, ...content })
  return queueMail(tx, jobs, { ...envelope, from, ...rendered })
}

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type MailAttachment, mails } from '../db/tables/mail.ts'
import type { Transaction } from '../db/transaction.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { defineJob } from '../jobs/job.ts'
import { checkHeaderText, parseMailAddress } from './mail-address.ts'

const mailJob = z.strictObject({ mailId: z.uuid(), businessId: z.uuid().optional() })
const tries = { retryLimit: 8, retryDelay: 15, retryDelayMax: 3600, expireInSeconds: 90 }

export const deliverMail = defineJob('deliver-mail', mailJob, tries)
/**
 * On its own, so that no server of a business that stalls keeps somebody else's reset link waiting; and few of one
 * business at once, so that it does not keep the mail of other businesses waiting either. Nor do the mails of many whose provider is away:
 * those that were tried before leave room for new ones.
 */
export const deliverBusinessMail = defineJob('deliver-business-mail', mailJob, {
  ...tries,
  groups: { of: ({ businessId }) => businessId, atOnce: 10, perGroup: 2, retriesAtOnce: 6 },
})
export const deliveryJobs = [deliverMail, deliverBusinessMail] as const

/** Adds the job that delivers a queued mail, in the caller's transaction. */
export function enqueueDelivery(
  tx: Transaction,
  jobs: Pick<JobQueue, 'enqueue'>,
  { id, businessId, onBehalf }: { id: string; businessId: string | null; onBehalf: boolean },
): Promise<void> {
  if (!onBehalf) return jobs.enqueue(tx, deliverMail, { mailId: id })
  return jobs.enqueue(tx, deliverBusinessMail, { mailId: id, ...(businessId !== null && { businessId }) })
}

export interface NewMail {
  /** For whoever has to know it beforehand; drawn when left out. */
  id?: string | undefined
  /** What the mail is about, such as `reset-password`. */
  kind: string
  from: string
  to: string
  replyTo?: string | undefined
  subject: string
  html: string
  text: string
  /** True when it carries a link that lets its reader in: the bodies are then forgotten after delivery. */
  hasSecret?: boolean | undefined
  businessId?: string | null | undefined
  /** True when it is written in the name of the business: it then leaves through its own account, where it has one. */
  onBehalf?: boolean | undefined
  /** The invoice it is about; once that is deleted, a mail that carries a document no longer leaves. */
  invoiceId?: string | undefined
  /** A document to be drawn and attached when the mail is delivered. */
  attachment?: MailAttachment | undefined
  /** True when it has to wait until `releaseHeldMails` lets it go. */
  held?: boolean | undefined
}

/** Puts a mail into the outbox: it leaves, or waits there, if and only if the transaction commits. */
export async function queueMail(
  tx: Transaction,
  jobs: Pick<JobQueue, 'enqueue'>,
  mail: NewMail,
): Promise<string> {
  parseMailAddress('sender', mail.from)
  parseMailAddress('recipient', mail.to)
  if (mail.replyTo !== undefined) parseMailAddress('reply address', mail.replyTo)
  checkHeaderText('subject', mail.subject)
  // Made here because the role of accounts may add a mail but not read one back.
  const id = mail.id ?? randomUUID()
  const { businessId = null, onBehalf = false } = mail
  await tx.db.insert(mails).values({
    id,
    businessId,
    onBehalf,
    kind: mail.kind,
    fromAddress: mail.from,
    toAddress: mail.to,
    replyTo: mail.replyTo ?? null,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    hasSecret: mail.hasSecret ?? false,
    invoiceId: mail.invoiceId ?? null,
    attachment: mail.attachment ?? null,
    state: mail.held ? 'held' : 'queued',
  })
  if (!mail.held) await enqueueDelivery(tx, jobs, { id, businessId, onBehalf })
  return id
}

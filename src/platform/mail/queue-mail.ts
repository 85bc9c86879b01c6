import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type MailAttachment, mailInvoices, mails } from '../db/tables/mail.ts'
import type { Transaction } from '../db/transaction.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { defineJob } from '../jobs/job.ts'
import { checkHeaderText, parseMailAddress } from './mail-address.ts'

const mailJob = z.strictObject({ mailId: z.uuid(), businessId: z.uuid().optional() })
const retrySettings = { retryLimit: 8, retryDelay: 15, retryDelayMax: 3600, expireInSeconds: 90 }

export const deliverMail = defineJob('deliver-mail', mailJob, retrySettings)
/**
 * A separate queue, so that a stalled server of a business does not delay another user's password reset. Only
 * few mails of one business are sent at once, so that it does not delay the mails of other businesses.
 * Retries are limited too, so that an outage of a large mail provider leaves room for new mails.
 */
export const deliverBusinessMail = defineJob('deliver-business-mail', mailJob, {
  ...retrySettings,
  groups: { of: ({ businessId }) => businessId, atOnce: 10, perGroup: 2, retriesAtOnce: 6 },
})
export const deliveryJobs = [deliverMail, deliverBusinessMail] as const

export function enqueueDelivery(
  tx: Transaction,
  jobs: Pick<JobQueue, 'enqueue'>,
  { id, businessId, onBehalf }: { id: string; businessId: string | null; onBehalf: boolean },
): Promise<void> {
  if (!onBehalf) return jobs.enqueue(tx, deliverMail, { mailId: id })
  return jobs.enqueue(tx, deliverBusinessMail, { mailId: id, ...(businessId !== null && { businessId }) })
}

export interface NewMail {
  /** For callers that need the id before; generated if left out. */
  id?: string | undefined
  /** What the mail is about, such as `reset-password`. */
  kind: string
  from: string
  to: string
  replyTo?: string | undefined
  subject: string
  html: string
  text: string
  /** Whether the mail contains a link that grants access. Its content is deleted after delivery then. */
  hasSecret?: boolean | undefined
  businessId?: string | null | undefined
  /** Written in the name of the business, and sent through its own account if it has one. */
  onBehalf?: boolean | undefined
  /** After this invoice is deleted, a mail with an attached document is no longer sent. */
  invoiceId?: string | undefined
  /** Other invoices that the mail is about, which show it, too. */
  otherInvoiceIds?: readonly string[] | undefined
  /** The same as for an invoice. */
  estimateId?: string | undefined
  /** The client whose account the mail is about, if it is about no single document. */
  clientId?: string | undefined
  /** A document that is rendered and attached when the mail is delivered. */
  attachment?: MailAttachment | undefined
  /** Whether the mail has to wait for `releaseHeldMails`. */
  held?: boolean | undefined
}

/** Adds a mail to the outbox. It is sent, or held there, only if the transaction commits. */
export async function queueMail(
  tx: Transaction,
  jobs: Pick<JobQueue, 'enqueue'>,
  mail: NewMail,
): Promise<string> {
  parseMailAddress('sender', mail.from)
  parseMailAddress('recipient', mail.to)
  if (mail.replyTo !== undefined) parseMailAddress('reply address', mail.replyTo)
  checkHeaderText('subject', mail.subject)
  // Generated here, because the role for accounts may insert a mail but not read it back.
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
    estimateId: mail.estimateId ?? null,
    clientId: mail.clientId ?? null,
    attachment: mail.attachment ?? null,
    state: mail.held ? 'held' : 'queued',
  })
  const { otherInvoiceIds = [] } = mail
  if (businessId !== null && otherInvoiceIds.length > 0) {
    await tx.db
      .insert(mailInvoices)
      .values(otherInvoiceIds.map((invoiceId) => ({ businessId, mailId: id, invoiceId })))
  }
  if (!mail.held) await enqueueDelivery(tx, jobs, { id, businessId, onBehalf })
  return id
}

import { and, eq, ne, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '../db/connect.ts'
import { mails } from '../db/tables/mails.ts'
import { withPlatform } from '../db/transaction.ts'
import type { JobHandler } from '../jobs/job.ts'
import type { AttachedFile, MakeAttachments } from './mail-attachments.ts'
import { MailTransportError } from './mail-transport.ts'
import type { MailTransport } from './mail-transport.ts'

interface MailDeliveryOptions {
  database: Database
  transport: MailTransport
  makeAttachments: MakeAttachments
  log: Logger
}

type Mail = typeof mails.$inferSelect
type Outcome = { state: 'sent' } | { state: 'queued' | 'failed'; reason: string }

/**
 * Hands queued mails to the transport, one a job. No transaction is open while documents are drawn and the mail server
 * is spoken to.
 */
export function createMailDelivery(options: MailDeliveryOptions): JobHandler<{ mailId: string }> {
  const { database, transport, makeAttachments, log } = options
  return async ({ mailId }, { isLastTry }) => {
    const mail = await findMail(database, mailId)
    // Gone with its business, or settled by a run whose end was not noted.
    if (mail?.state !== 'queued') return
    const about = { mailId, kind: mail.kind, transport: transport.name }
    try {
      await transport.send({
        id: mail.id,
        from: mail.fromAddress,
        to: mail.toAddress,
        replyTo: mail.replyTo,
        subject: mail.subject,
        html: mail.html ?? '',
        text: mail.text ?? '',
        attachments: await drawAttachments(makeAttachments, mail),
      })
    } catch (error) {
      const isKnown = error instanceof MailTransportError
      const isPermanent = isKnown && error.permanent
      const reason = isKnown ? error.message : 'The mail could not be sent because of an unexpected error.'
      await noteOutcome(database, mail, { state: isPermanent || isLastTry ? 'failed' : 'queued', reason })
      if (!isPermanent) throw error
      log.warn({ ...about, reason }, 'a mail was refused')
      return
    }
    await noteOutcome(database, mail, { state: 'sent' })
    log.info(about, 'a mail was sent')
  }
}

async function drawAttachments(makeAttachments: MakeAttachments, mail: Mail): Promise<AttachedFile[]> {
  const { businessId, invoiceId, attachment } = mail
  if (!attachment) return []
  if (!businessId || !invoiceId) {
    throw new MailTransportError('The invoice was deleted before the mail could leave.', { permanent: true })
  }
  return makeAttachments({ businessId, attachment })
}

async function findMail(database: Database, id: string): Promise<Mail | undefined> {
  const [mail] = await withPlatform(database, (tx) => tx.db.select().from(mails).where(eq(mails.id, id)))
  return mail
}

async function noteOutcome(database: Database, mail: Mail, outcome: Outcome): Promise<void> {
  const isSettled = outcome.state !== 'queued'
  await withPlatform(database, (tx) =>
    tx.db
      .update(mails)
      .set({
        state: outcome.state,
        attempts: sql`${mails.attempts} + 1`,
        lastError: outcome.state === 'sent' ? null : outcome.reason,
        ...(outcome.state === 'sent' && { sentAt: sql`now()` }),
        ...(isSettled && mail.hasSecret && { html: null, text: null }),
      })
      // A slower run of the same job must not undo what a faster one achieved.
      .where(and(eq(mails.id, mail.id), ne(mails.state, 'sent'))),
  )
}

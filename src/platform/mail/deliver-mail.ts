import { and, eq, ne, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '../db/connect.ts'
import { mails } from '../db/tables/mail.ts'
import { withPlatform } from '../db/transaction.ts'
import type { JobHandler } from '../jobs/job.ts'
import { type Mail, claimMail, isClaimOf } from './claim-mail.ts'
import { holdForBusiness } from './held-mails.ts'
import { mailboxNamed, parseMailAddress } from './mail-address.ts'
import type { AttachedFile, MakeAttachments } from './mail-attachments.ts'
import {
  type FindOwnSender,
  type MailTransport,
  type OwnSender,
  MailTransportError,
} from './mail-transport.ts'

export interface MailDeliveryOptions {
  database: Database
  /** The platform's own. */
  transport: MailTransport
  /** Left out where no business has an account of its own. */
  findOwnSender?: FindOwnSender | undefined
  /** True when the platform's transport is only for owners who have confirmed their address. */
  mailWaitsForVerification?: boolean | undefined
  makeAttachments: MakeAttachments
  /** Why a mail is not to leave any more, asked right before it would; null when it may. */
  findObjection?: ((mail: Mail) => Promise<string | null>) | undefined
  log: Logger
}

/** With the longest that a transport may take, below the time of a claim. */
const longestDrawingMs = 20_000

/** In words for the owner of the business. */
export const invoiceGone = 'The invoice was deleted before the mail could leave.'

type Outcome = { state: 'sent' } | { state: 'queued' | 'failed'; reason: string; waitsForAccount: boolean }

/**
 * Hands queued mails to a transport, one a job: mail in the name of a business to its own account where it has one in
 * force, all else to the platform's. No transaction is open while documents are drawn and the mail server is spoken to.
 */
export function createMailDelivery(options: MailDeliveryOptions): JobHandler<{ mailId: string }> {
  const { database, makeAttachments, log } = options
  return async ({ mailId }, { isLastTry }) => {
    const mail = await claimMail(database, mailId)
    // Gone with its business, or settled by a run whose end was not noted.
    if (!mail) return
    // Undefined until it is known whether there is one: finding it may fail by the account's fault as well.
    let own: OwnSender | null | undefined
    const about = () => ({ mailId, kind: mail.kind, transport: (own?.transport ?? options.transport).name })
    try {
      own = await findSender(options, mail)
      const objection = (await options.findObjection?.(mail)) ?? null
      if (objection !== null) throw new MailTransportError(objection, { permanent: true })
      const began = performance.now()
      const attachments = await drawAttachments(makeAttachments, mail)
      // What comes next has to end while the mail is still this delivery's.
      if (performance.now() - began > longestDrawingMs) throw new Error('The document took too long to draw.')
      // Last: what gets past this is on its way.
      const waitsFor = await findReasonToWait(options, mail, own)
      if (waitsFor) {
        log.info({ ...about(), waitsFor }, 'a mail is held back')
        return
      }
      await (own?.transport ?? options.transport).send({
        id: mail.id,
        from: own ? ownMailbox(mail, own) : mail.fromAddress,
        to: mail.toAddress,
        replyTo: mail.replyTo,
        subject: mail.subject,
        html: mail.html ?? '',
        text: mail.text ?? '',
        attachments,
      })
    } catch (error) {
      const isKnown = error instanceof MailTransportError
      const isPermanent = isKnown && error.permanent
      const reason = isKnown ? error.message : 'The mail could not be sent because of an unexpected error.'
      const state = isPermanent || isLastTry ? 'failed' : 'queued'
      const waitsForAccount = own !== null && isKnown && error.isAccountFault
      await noteOutcome(database, mail, { state, reason, waitsForAccount })
      if (!isPermanent) throw error
      log.warn({ ...about(), reason }, 'a mail was refused')
      return
    } finally {
      own?.transport.close()
    }
    await noteOutcome(database, mail, { state: 'sent' })
    log.info(about(), 'a mail was sent')
  }
}

async function findSender({ findOwnSender }: MailDeliveryOptions, mail: Mail): Promise<OwnSender | null> {
  const { businessId, kind, onBehalf } = mail
  if (!findOwnSender || !businessId || !onBehalf) return null
  return findOwnSender({ businessId, kind })
}

/**
 * Of mail in the name of a business. Whatever its way out, it waits while the business is suspended; on the platform's
 * it may also wait for the owner, as when it was meant for an account that was switched off since.
 */
async function findReasonToWait(
  { database, mailWaitsForVerification = false }: MailDeliveryOptions,
  { id, businessId, onBehalf }: Mail,
  own: OwnSender | null,
): Promise<'suspended' | 'unconfirmed' | null> {
  if (!businessId || !onBehalf) return null
  const needsConfirmedOwner = mailWaitsForVerification && own === null
  return withPlatform(database, (tx) => holdForBusiness(tx, { id, businessId }, { needsConfirmedOwner }))
}

/** The name stays that of the business. */
function ownMailbox(mail: Mail, { fromAddress }: OwnSender): string {
  return mailboxNamed(parseMailAddress('sender', mail.fromAddress).name, fromAddress)
}

async function drawAttachments(makeAttachments: MakeAttachments, mail: Mail): Promise<AttachedFile[]> {
  const { businessId, invoiceId, attachment } = mail
  if (!attachment) return []
  if (!businessId || !invoiceId) {
    throw new MailTransportError(invoiceGone, { permanent: true })
  }
  return makeAttachments({ businessId, attachment })
}

async function noteOutcome(database: Database, mail: Mail, outcome: Outcome): Promise<void> {
  const { state } = outcome
  await withPlatform(database, (tx) =>
    tx.db
      .update(mails)
      .set({
        state,
        attempts: sql`${mails.attempts} + 1`,
        lastError: state === 'sent' ? null : outcome.reason,
        waitsForAccount: state === 'sent' ? false : outcome.waitsForAccount,
        claimedUntil: null,
        ...(state === 'sent' && { sentAt: sql`now()` }),
        ...(state !== 'queued' && mail.hasSecret && { html: null, text: null }),
      })
      // A run that outlived its claim must not undo what another one achieved; that it did send is true all the same.
      .where(state === 'sent' ? and(eq(mails.id, mail.id), ne(mails.state, 'sent')) : isClaimOf(mail)),
  )
}

import { and, eq, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '../db/connect.ts'
import { mails } from '../db/tables/mail.ts'
import { withPlatform } from '../db/transaction.ts'
import type { JobHandler } from '../jobs/job.ts'
import { holdForBusiness } from './held-mails.ts'
import { withDisplayName, parseMailAddress } from './mail-address.ts'
import {
  type AttachedFile,
  type FindOwnSender,
  type MailTransport,
  type MakeAttachments,
  type OwnSender,
  MailTransportError,
} from './mail-transport.ts'
import { deliverMail } from './queue-mail.ts'

export type Mail = typeof mails.$inferSelect

export interface MailDeliveryOptions {
  database: Database
  /** The platform's transport. */
  transport: MailTransport
  /** Left out if no business has its own account. */
  findOwnSender?: FindOwnSender | undefined
  /** Whether the platform's transport is only for owners who have confirmed their address. */
  mailWaitsForVerification?: boolean | undefined
  makeAttachments: MakeAttachments
  /** Returns why a mail must no longer be sent; null if it may be. Called right before sending. */
  findObjection?: ((mail: Mail) => Promise<string | null>) | undefined
  log: Logger
}

/** Together with the longest time that a transport may take, this is less than the time of a claim. */
const maxRenderMs = 20_000

/** The owner of the business reads this. */
export const invoiceGone = 'The invoice was deleted before the email could be sent.'

type Outcome = { state: 'sent' } | { state: 'queued' | 'failed'; reason: string; waitsForAccount: boolean }

/** One mail per job. No transaction is open while documents are rendered and the mail is sent. */
export function createMailDelivery(options: MailDeliveryOptions): JobHandler<{ mailId: string }> {
  const { database, makeAttachments, log } = options
  return async ({ mailId }, { isLastTry }) => {
    const mail = await claimMail(database, mailId)
    // The mail was deleted with its business, or a run whose end was not recorded has sent it.
    if (!mail) return
    // Undefined until it is known whether there is one: finding it can fail because of the account.
    let own: OwnSender | null | undefined
    const logFields = () => ({
      mailId,
      kind: mail.kind,
      transport: (own?.transport ?? options.transport).name,
    })
    try {
      own = await findSender(options, mail)
      const objection = (await options.findObjection?.(mail)) ?? null
      if (objection !== null) throw new MailTransportError(objection, { permanent: true })
      const began = performance.now()
      const attachments = await renderAttachments(makeAttachments, mail)
      // Sending has to finish while this delivery still holds the claim.
      if (performance.now() - began > maxRenderMs) throw new Error('The PDF took too long to create.')
      // Checked last: after this the mail is sent.
      const waitsFor = await findReasonToWait(options, mail, own)
      if (waitsFor) {
        log.info({ ...logFields(), waitsFor }, 'an email is held back')
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
      const reason = isKnown ? error.message : 'The email couldn’t be sent because of an unexpected error.'
      const state = isPermanent || isLastTry ? 'failed' : 'queued'
      const waitsForAccount = own !== null && isKnown && error.isAccountFault
      await recordOutcome(database, mail, { state, reason, waitsForAccount })
      if (!isPermanent) throw error
      log.warn({ ...logFields(), reason }, 'an email was refused')
      return
    } finally {
      own?.transport.close()
    }
    await recordOutcome(database, mail, { state: 'sent' })
    log.info(logFields(), 'an email was sent')
  }
}

async function findSender({ findOwnSender }: MailDeliveryOptions, mail: Mail): Promise<OwnSender | null> {
  const { businessId, kind, onBehalf } = mail
  if (!findOwnSender || !businessId || !onBehalf) return null
  return findOwnSender({ businessId, kind })
}

/** Mail in the name of a business waits while it is suspended, or for an owner to confirm an address. */
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
  return withDisplayName(parseMailAddress('sender', mail.fromAddress).name, fromAddress)
}

async function renderAttachments(makeAttachments: MakeAttachments, mail: Mail): Promise<AttachedFile[]> {
  const { businessId, invoiceId, estimateId, attachment } = mail
  if (!attachment) return []
  if (!businessId || !(invoiceId ?? estimateId ?? attachment.standsAlone)) {
    throw new MailTransportError(invoiceGone, { permanent: true })
  }
  return makeAttachments({ businessId, attachment })
}

async function recordOutcome(database: Database, mail: Mail, outcome: Outcome): Promise<void> {
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
      // A run that outlived its claim overwrites no other result, except that it sent the mail.
      .where(state === 'sent' ? and(eq(mails.id, mail.id), ne(mails.state, 'sent')) : isClaimOf(mail)),
  )
}

// Whole milliseconds, because JavaScript dates have no finer resolution. The exact time identifies the claim.
const claimEnd = sql`date_trunc('milliseconds', now()) + make_interval(secs => ${deliverMail.expireInSeconds})`

/** Claims a queued mail for as long as its job may run, so that no other delivery of it starts. */
async function claimMail(database: Database, id: string): Promise<Mail | undefined> {
  return withPlatform(database, async ({ db }) => {
    const isFree = or(isNull(mails.claimedUntil), lt(mails.claimedUntil, sql`now()`))
    const [claimed] = await db
      .update(mails)
      .set({ claimedUntil: claimEnd })
      .where(and(eq(mails.id, id), eq(mails.state, 'queued'), isFree))
      .returning()
    if (claimed) return claimed
    const [mail] = await db.select({ state: mails.state }).from(mails).where(eq(mails.id, id))
    // Throws, so that this job is retried: the other delivery may have died.
    if (mail?.state === 'queued') throw new Error('The email is already being delivered.')
    return undefined
  })
}

/** SQL condition: the mail still belongs to this delivery. */
function isClaimOf({ id, claimedUntil }: Mail) {
  return and(eq(mails.id, id), eq(mails.state, 'queued'), eq(mails.claimedUntil, claimedUntil ?? new Date(0)))
}

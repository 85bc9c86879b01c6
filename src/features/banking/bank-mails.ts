import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { businesses } from '../../platform/db/tables/business.ts'
import { mails } from '../../platform/db/tables/mail.ts'
import { withAuth, withTenant } from '../../platform/db/transaction.ts'
import { toHeaderText } from '../../platform/mail/mail-address.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'
import { bidiIsolate } from '../../shared/bidi-isolate.ts'
import { dateIn, formatDate } from '../../shared/dates.ts'
import { queueOrHoldMail } from '../invoices/mail/emails.ts'
import type { BankingDeps } from './banking-deps.ts'
import { type ConnectionRow, findConnection } from './connection-queries.ts'
import { type BankMail, sendBankMail } from './jobs.ts'

export async function startBankMails(deps: BankingDeps): Promise<void> {
  await deps.jobs.work(sendBankMail, (data) => writeBankMail(deps, data))
}

/** Writes one notice about a bank, to the address of the business or else of its owner. */
export async function writeBankMail(
  deps: BankingDeps,
  { businessId, connectionId, mail, mailId }: z.infer<(typeof sendBankMail)['data']>,
): Promise<void> {
  const ownAddress = await findOwnAddress(deps, businessId)
  await withTenant(deps.database, businessId, async (tx) => {
    const [written] = await tx.db.select({ id: mails.id }).from(mails).where(eq(mails.id, mailId))
    const row = await findConnection(tx, connectionId)
    const [business] = await tx.db.select().from(businesses).where(eq(businesses.id, businessId))
    const to = business?.email || ownAddress
    if (written || !row || !business || !to) return
    const { subject, ...content } = mailText(mail, row, business.timeZone)
    await queueOrHoldMail(tx, deps, business.ownerVerified, {
      id: mailId,
      kind: 'bank-notice',
      businessId,
      from: deps.mailFrom,
      to,
      subject,
      ...renderMail({
        appUrl: deps.appUrl,
        preheader: subject,
        ...content,
        button: { label: 'Open Bank Connections', url: `${deps.appUrl}/bank-connections` },
        footnote: 'You are told this once.',
      }),
    })
  })
}

async function findOwnAddress({ database }: BankingDeps, businessId: string): Promise<string | undefined> {
  const { rows } = await withAuth(database, ({ client }) =>
    client.query<{ email: string }>(
      `select u.email from members m join auth.users u on u.id = m.user_id
       where m.business_id = $1 and m.role = 'owner' limit 1`,
      [businessId],
    ),
  )
  return rows[0]?.email
}

function mailText(
  mail: BankMail,
  { institutionName, accessEndsAt }: ConnectionRow,
  timeZone: string,
): { subject: string; heading: string; paragraphs: string[] } {
  const bank = bidiIsolate(toHeaderText(institutionName))
  switch (mail) {
    case 'expiring': {
      const day = accessEndsAt ? ` on ${formatDate(dateIn(timeZone, accessEndsAt))}` : ' soon'
      return {
        subject: `The access to ${bank} ends${day}`,
        heading: 'Please sign in to your bank again',
        paragraphs: [
          `${bank} ends access to your accounts${day}. Sign in again before then, and nothing is missed.`,
          'Press Sign In Again beside the bank. Your accounts, transactions and categories stay as they are.',
        ],
      }
    }
    case 'newAccounts':
      return {
        subject: `${bank} has new accounts`,
        heading: 'New accounts at your bank',
        paragraphs: [
          `${bank} has accounts that are not shared here yet. Press Choose Accounts to add them.`,
          'Accounts that you leave out stay out.',
        ],
      }
    case 'accountRevoked':
      return {
        subject: `An account at ${bank} is not shared any more`,
        heading: 'An account is not shared any more',
        paragraphs: [
          `At ${bank}, the permission to read one of your accounts was taken back. Nothing new is fetched from it.`,
          'If that was not meant, press Choose Accounts and share it again.',
        ],
      }
    case 'ended':
      return {
        subject: `The access to ${bank} has ended`,
        heading: 'The access to your bank has ended',
        paragraphs: [
          `The access to ${bank} was ended at the bank. Nothing new is fetched from there; transactions that are here stay.`,
          'Press Reconnect to go on with the same accounts and categories.',
        ],
      }
  }
}

import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { businesses } from '../../platform/db/tables/business.ts'
import { mails } from '../../platform/db/tables/mail.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { toHeaderText } from '../../platform/mail/mail-address.ts'
import { pageAddress } from '../../platform/mail/page-address.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'
import { bidiIsolate } from '../../shared/bidi-isolate.ts'
import { dateIn, formatDate } from '../../shared/dates.ts'
import { productName } from '../../shared/product.ts'
import { findOwnerEmail } from '../auth/find-owner-email.ts'
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
  const ownAddress = await findOwnerEmail(deps.database, businessId)
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
        button: { label: 'Open Bank Connections', url: pageAddress(deps, businessId, '/bank-connections') },
        footnote: 'We’ll only email you about this once.',
      }),
    })
  })
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
        subject: `Access to ${bank} ends${day}`,
        heading: 'Please sign in to your bank again',
        paragraphs: [
          `Access to your accounts at ${bank} ends${day}. Sign in again before then to keep importing new transactions.`,
          'Press Sign In Again next to the bank. Your accounts, transactions and categories stay as they are.',
        ],
      }
    }
    case 'newAccounts':
      return {
        subject: `You have new accounts at ${bank}`,
        heading: 'New accounts at your bank',
        paragraphs: [
          `You have accounts at ${bank} that aren’t shared with ${productName} yet. Press Choose Accounts to add them.`,
          'Accounts you leave out aren’t shared.',
        ],
      }
    case 'accountRevoked':
      return {
        subject: `An account at ${bank} is no longer shared`,
        heading: 'An account is no longer shared',
        paragraphs: [
          `Permission to read one of your accounts at ${bank} was withdrawn, so we no longer get new transactions from it.`,
          'If you didn’t mean to do that, press Choose Accounts and share it again.',
        ],
      }
    case 'ended':
      return {
        subject: `Access to ${bank} has ended`,
        heading: 'Access to your bank has ended',
        paragraphs: [
          `Access to your accounts at ${bank} was ended at the bank, so no new transactions are imported. The ones you already have stay.`,
          'Press Reconnect to continue with the same accounts and categories.',
        ],
      }
  }
}

import { desc, eq } from 'drizzle-orm'
import { invoices } from '../../../platform/db/tables/invoices.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { toHeaderText } from '../../../platform/mail/mail-address.ts'
import { pageAddress } from '../../../platform/mail/page-address.ts'
import { bidiIsolate } from '../../../shared/bidi-isolate.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { InvoiceDocument } from '../../invoices/contract.ts'
import { autopaySentence, cardLabel } from '../../invoices/document/autopay-rules.ts'
import { balanceRows } from '../../invoices/document/row-rules.ts'
import type { ClientMailDeps } from '../../invoices/invoice-deps.ts'
import {
  type MailState,
  type MailingBusiness,
  queueClientMail,
  queueOwnerMail,
} from '../../invoices/mail/emails.ts'
import { attachLogo } from '../../invoices/mail/invoice-attachment.ts'
import {
  type MailUrls,
  greetingOf,
  mailFacts,
  renderClientMail,
  stopAutopayLink,
} from '../../invoices/mail/render-invoice-mail.ts'
import { type InvoiceRow, getInvoiceWithBusiness } from '../../invoices/queries.ts'
import type { SavedCard } from './saved-card-queries.ts'

export interface Charged {
  invoice: InvoiceRow
  business: MailingBusiness
  card: SavedCard
}

/** A mail to the client about automatic payments, with the facts of the invoice and a button to its page. */
function queueNotice(
  tx: Transaction,
  deps: ClientMailDeps,
  found: Pick<Charged, 'invoice' | 'business'>,
  write: (
    document: InvoiceDocument,
    urls: MailUrls,
  ) => { subject: string; preheader: string; paragraphs: string[]; isPayable?: boolean; canStop?: boolean },
): Promise<MailState> {
  return queueClientMail(tx, deps, found, (document, urls) => {
    const { subject, preheader, paragraphs, isPayable = false, canStop = false } = write(document, urls)
    return {
      kind: 'autopay',
      ...renderClientMail(document, {
        appUrl: urls.appUrl,
        portalUrl: urls.portalUrl,
        subject,
        preheader,
        heading: subject,
        paragraphs: [greetingOf(document), ...paragraphs],
        rows: [...mailFacts(document, 'reminderMail'), ...balanceRows(document)],
        button: { label: isPayable ? 'View and pay invoice' : 'View invoice', url: urls.publicUrl },
        ...(canStop && { quietLinks: [stopAutopayLink(urls.publicUrl)] }),
      }),
      attachment: attachLogo(document),
    }
  })
}

/** Tells the client, a few days before, that the saved card will be charged. */
export function queueChargeNotice(
  tx: Transaction,
  deps: ClientMailDeps,
  found: Pick<Charged, 'invoice' | 'business'>,
): Promise<MailState> {
  return queueNotice(tx, deps, found, (document) => {
    const { number, autopay } = document
    if (!autopay) throw new Error('a notice about a charge that is not planned')
    const sentence = autopaySentence(autopay, document)
    return {
      subject: `Invoice ${number} will be paid automatically`,
      preheader: sentence,
      paragraphs: [`${sentence} You don’t need to do anything.`],
      canStop: true,
    }
  })
}

interface UnchargedFacts {
  state: 'declined' | 'failed'
  reason: string
  /** The provider could not be asked, so the mails do not say that nothing was charged. */
  isUnknown: boolean
  hasEnded: boolean
}

/** Tells the client and the owner, once for each charge, that the card did not pay. Only a bank declines a card. */
export async function queueUnchargedMails(
  tx: Transaction,
  deps: ClientMailDeps,
  { invoice, business, card }: Charged,
  { state, reason, isUnknown, hasEnded }: UnchargedFacts,
): Promise<void> {
  const label = cardLabel(card)
  const isDeclined = state === 'declined'
  const nothing = isUnknown ? '' : 'Nothing was charged. '
  const declined = isDeclined || hasEnded ? '' : ' Your card was not declined.'
  const unlikely = isUnknown
    ? ' If your card statement already shows this payment, please don’t pay again, and reply to this email.'
    : ''
  const ended = hasEnded ? ' Automatic payments have ended, because this card no longer works.' : ''
  await queueNotice(tx, deps, { invoice, business }, ({ number }, { isPayable = false }) => ({
    subject: isDeclined
      ? `Your card was declined for invoice ${number}`
      : `Invoice ${number} was not paid automatically`,
    preheader: `${nothing}Please pay another way.`,
    paragraphs: [
      `We couldn’t charge your ${label} for invoice ${number}. ${reason}${declined}`,
      `${nothing}We won’t try this card again for this invoice. Please pay with the button below.${unlikely}${ended}`,
    ],
    isPayable,
  }))
  const client = bidiIsolate(toHeaderText(invoice.clientName))
  const what = `The automatic payment of invoice ${invoice.number} by ${client}`
  const arrives = isUnknown
    ? ' If the card was charged all the same, the payment is recorded once the payment account can be asked.'
    : ''
  await queueOwnerNotice(
    tx,
    deps,
    { invoice, business, card },
    {
      subject: isDeclined
        ? `Automatic payment declined for invoice ${invoice.number}`
        : `Invoice ${invoice.number} was not paid automatically`,
      paragraphs: [
        isDeclined ? `${what} was declined. The reason given: “${reason}”` : `${what} failed. ${reason}`,
        `${nothing}Your client was asked to pay another way, and your reminders continue.${arrives}${hasEnded ? ' This card won’t be charged again.' : ''}`,
      ],
    },
  )
}

/** Tells the owner that the client stopped automatic payments. */
export async function queueStoppedByClientMail(
  tx: Transaction,
  deps: ClientMailDeps,
  stopped: Charged,
): Promise<void> {
  const client = bidiIsolate(toHeaderText(stopped.invoice.clientName))
  await queueOwnerNotice(tx, deps, stopped, {
    subject: 'Your client stopped automatic payments',
    paragraphs: [
      `${client} no longer pays the invoices of your recurring invoice automatically. They will be emailed as before, and your client pays each one.`,
    ],
  })
}

/** Tells the client that the card is no longer charged: with the newest invoice of the series. */
export async function queueStoppedByOwnerMail(
  tx: Transaction,
  deps: ClientMailDeps,
  card: SavedCard,
): Promise<void> {
  const found = await findNewestInvoice(tx, card)
  if (!found) return
  await queueNotice(tx, deps, found, ({ company }, { isPayable = false }) => ({
    subject: `Automatic payments to ${toHeaderText(company.name)} have ended`,
    preheader: `Your ${cardLabel(card)} won’t be charged again.`,
    paragraphs: [
      `Your ${cardLabel(card)} will no longer be charged for these invoices. Please pay them from the link in each email.`,
    ],
    isPayable,
  }))
}

/** Tells both that the card can no longer be charged, because the account that it was saved with is no longer used. */
export async function queueAccountChangedMails(
  tx: Transaction,
  deps: ClientMailDeps,
  ended: Charged,
): Promise<void> {
  await queueStoppedByOwnerMail(tx, deps, ended.card)
  await queueOwnerNotice(tx, deps, ended, {
    subject: 'A saved card can no longer be charged',
    paragraphs: [
      `${bidiIsolate(toHeaderText(ended.invoice.clientName))} saved a card with the payment account that you used before. It can’t be charged through the one you use now, so automatic payments have ended. Your client can save a card again with the next payment.`,
    ],
  })
}

async function findNewestInvoice(tx: Transaction, { businessId, seriesId }: SavedCard) {
  const [newest] = await tx.db
    .select({ id: invoices.id })
    .from(invoices)
    .where(eq(invoices.seriesId, seriesId))
    .orderBy(desc(invoices.seriesPeriod))
    .limit(1)
  return newest && getInvoiceWithBusiness(tx, businessId, newest.id)
}

async function queueOwnerNotice(
  tx: Transaction,
  deps: ClientMailDeps,
  { invoice, business, card }: Charged,
  { subject, paragraphs }: { subject: string; paragraphs: string[] },
): Promise<void> {
  const { businessId, id: invoiceId, number, companyEmail: to } = invoice
  const { ownerVerified } = business
  const mail = { kind: 'autopay-owner', businessId, invoiceId, ownerVerified, to, subject }
  await queueOwnerMail(tx, deps, mail, {
    heading: subject,
    paragraphs,
    rows: [
      { label: 'Client', value: toHeaderText(invoice.clientName) },
      { label: 'Card', value: cardLabel(card) },
      { label: 'Invoice', value: number },
      { label: 'Balance due', value: formatMoney(invoice.openMinor, invoice) },
    ],
    button: { label: 'View invoice', url: pageAddress(deps, businessId, `/invoices/${invoiceId}`) },
  })
}

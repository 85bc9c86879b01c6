import { and, eq, sql } from 'drizzle-orm'
import { estimates } from '../../platform/db/tables/estimates.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { toHeaderText, withDisplayName } from '../../platform/mail/mail-address.ts'
import { pageAddress } from '../../platform/mail/page-address.ts'
import { bidiIsolate } from '../../shared/bidi-isolate.ts'
import { formatDate } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.ts'
import { readMailedFiles } from '../attachments/mailed-files.ts'
import { findPortalUrl } from '../clients/portal/find-portal-url.ts'
import type { InvoiceDocument } from '../invoices/contract.ts'
import { amountDueRow } from '../invoices/document/row-rules.ts'
import type { ClientMailDeps } from '../invoices/invoice-deps.ts'
import { type MailState, queueOrHoldMail, queueOwnerMail } from '../invoices/mail/emails.ts'
import { attachLogo, attachPdf } from '../invoices/mail/invoice-attachment.ts'
import {
  type FileNames,
  type MailUrls,
  billOf,
  fileSections,
  greetingOf,
  mailFacts,
  renderClientMail,
} from '../invoices/mail/render-invoice-mail.ts'
import { estimateUrlOf, toEstimateDocument } from './estimate-view.ts'
import type { EstimateRow } from './queries.ts'

interface Business {
  timeZone: string
  ownerVerified: boolean
}

/** Queues the mail that sends the estimate to its client, and records on it that it was sent. */
export async function queueEstimateMail(
  tx: Transaction,
  deps: ClientMailDeps,
  row: EstimateRow,
  business: Business,
  { isRepeat = false }: { isRepeat?: boolean } = {},
): Promise<{ to: string; state: MailState }> {
  const now = deps.now()
  await tx.db
    .update(estimates)
    // A client who requests a copy must not postpone the reminder.
    .set({
      sentAt: isRepeat ? sql`coalesce(${estimates.sentAt}, ${now.toISOString()}::timestamptz)` : now,
    })
    .where(and(eq(estimates.businessId, row.businessId), eq(estimates.id, row.id)))
  return queueClientMail(tx, deps, row, business, 'estimate')
}

/** Queues the mail that tells the client that the estimate is about to expire. */
export function queueExpiryMail(
  tx: Transaction,
  deps: ClientMailDeps,
  row: EstimateRow,
  business: Business,
): Promise<{ to: string; state: MailState }> {
  return queueClientMail(tx, deps, row, business, 'estimate-reminder')
}

async function queueClientMail(
  tx: Transaction,
  deps: ClientMailDeps,
  row: EstimateRow,
  business: Business,
  kind: 'estimate' | 'estimate-reminder',
): Promise<{ to: string; state: MailState }> {
  const { businessId, id: estimateId, clientEmail: to } = row
  const document = toEstimateDocument(deps, row, business)
  const publicUrl = estimateUrlOf(deps.appUrl, estimateId)
  const portalUrl = await findPortalUrl(tx, deps.appUrl, row)
  const urls = { publicUrl, appUrl: deps.appUrl, portalUrl }
  const { files, names } = await readMailedFiles(tx, businessId, { kind: 'estimate', id: estimateId })
  const state = await queueOrHoldMail(tx, deps, business.ownerVerified, {
    kind,
    businessId,
    estimateId,
    onBehalf: true,
    from: withDisplayName(document.company.name, deps.mailFrom),
    to,
    replyTo: document.company.email,
    ...(kind === 'estimate' ? renderEstimateMail(document, urls, names) : renderExpiryMail(document, urls)),
    attachment:
      kind === 'estimate'
        ? attachPdf('invoice-pdf', { document, publicUrl, isPayable: false, files })
        : attachLogo(document),
  })
  return { to, state }
}

const totalOf = (document: InvoiceDocument) => formatMoney(document.totals.totalMinor, document)

/** What the client can do with it: accept it, or read what was decided. */
function standingOf({ estimate }: InvoiceDocument): string {
  if (!estimate) return ''
  const until = formatDate(estimate.validUntil)
  switch (estimate.status) {
    case 'open':
      return `You can accept or decline it online until ${until}.`
    case 'expired':
      return `It was valid until ${until}.`
    case 'accepted':
    case 'declined':
      return `It was ${estimate.status}.`
  }
}

export function renderEstimateMail(
  document: InvoiceDocument,
  { publicUrl, appUrl, portalUrl }: MailUrls,
  files: FileNames = { mailed: [], left: [] },
): ReturnType<typeof renderClientMail> {
  const company = toHeaderText(document.company.name)
  const heading = `Estimate ${document.number}`
  return renderClientMail(document, {
    appUrl,
    portalUrl,
    subject: `${heading} from ${company}`,
    preheader: `${totalOf(document)}. ${standingOf(document)}`,
    heading,
    paragraphs: [
      greetingOf(document),
      `${bidiIsolate(company)} has sent you an estimate of ${totalOf(document)}. ${standingOf(document)}`,
    ],
    rows: [...mailFacts(document, 'estimateMail'), amountDueRow(document)],
    button: { label: 'View estimate', url: publicUrl },
    bill: billOf(document),
    sections: [
      { title: 'Description', text: document.description },
      { title: 'Notes', text: document.notes },
      { title: 'Tax', text: document.taxNote },
      ...fileSections(files, 'estimate'),
    ].filter(({ text }) => text !== ''),
    attached: 'estimate',
  })
}

export function renderExpiryMail(
  document: InvoiceDocument,
  { publicUrl, appUrl, portalUrl }: MailUrls,
): ReturnType<typeof renderClientMail> {
  const company = toHeaderText(document.company.name)
  const until = document.estimate ? formatDate(document.estimate.validUntil) : ''
  const subject = `Estimate ${document.number} from ${company} is valid until ${until}`
  return renderClientMail(document, {
    appUrl,
    portalUrl,
    subject,
    preheader: `${totalOf(document)}. ${standingOf(document)}`,
    heading: `Estimate ${document.number} is valid until ${until}`,
    paragraphs: [
      greetingOf(document),
      `The estimate of ${totalOf(document)} that ${bidiIsolate(company)} sent you is valid until ${until}. ${standingOf(document)}`,
    ],
    rows: [...mailFacts(document, 'estimateMail'), amountDueRow(document)],
    button: { label: 'View estimate', url: publicUrl },
  })
}

/** Tells the owner what the client decided. */
export async function queueDecisionMail(
  tx: Transaction,
  deps: ClientMailDeps,
  row: EstimateRow,
  business: Business & { email: string | null },
): Promise<void> {
  const { businessId, id, number, status, decidedByName, decisionNote } = row
  const document = toEstimateDocument(deps, row, business)
  const client = toHeaderText(row.clientName)
  const person = toHeaderText(decidedByName)
  const subject = `Estimate ${number} was ${status}`
  const next =
    status === 'accepted'
      ? 'You can now create the invoice from it, or an invoice for a deposit.'
      : 'You can duplicate it to send another offer.'
  const mail = {
    kind: 'estimate-decided',
    businessId,
    ownerVerified: business.ownerVerified,
    to: business.email || document.company.email,
    subject,
  }
  await queueOwnerMail(tx, deps, mail, {
    preheader: `${client}, ${totalOf(document)}`,
    heading: subject,
    paragraphs: [`${bidiIsolate(client)} ${status} estimate ${number} of ${totalOf(document)}. ${next}`],
    rows: [
      { label: 'Client', value: client },
      ...(person ? [{ label: status === 'accepted' ? 'Accepted by' : 'Declined by', value: person }] : []),
      { label: 'Estimate total', value: totalOf(document) },
    ],
    button: { label: 'View estimate', url: pageAddress(deps, businessId, `/estimates/${id}`) },
    ...(decisionNote !== '' && { sections: [{ title: 'Note from your client', text: decisionNote }] }),
  })
}

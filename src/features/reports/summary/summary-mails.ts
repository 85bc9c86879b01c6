import { eq } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { businesses } from '../../../platform/db/tables/business.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { toHeaderText, withDisplayName } from '../../../platform/mail/mail-address.ts'
import { pageAddress } from '../../../platform/mail/page-address.ts'
import { type MailContent, renderMail } from '../../../platform/mail/render-mail.ts'
import { bidiIsolate } from '../../../shared/bidi-isolate.ts'
import { type MailState, queueOrHoldMail, queueOwnerMail } from '../../invoices/mail/emails.ts'
import type { MonthSummary } from './read-month-summary.ts'
import { attachReport } from './report-attachment.ts'
import { writeStopToken } from './stop-token.ts'

export type SummaryMailDeps = Deps<'jobs' | 'appUrl' | 'mailFrom' | 'mailWaitsForVerification'>

/** The kinds of the emails: to the owner, and to their accountant. */
export const summaryKinds = { owner: 'month-summary', accountant: 'accountant-summary' } as const

/** The business in whose name the emails are written. */
export async function getSummaryBusiness({ db }: Transaction, businessId: string) {
  const [row] = await db
    .select({ name: businesses.name, email: businesses.email, ownerVerified: businesses.ownerVerified })
    .from(businesses)
    .where(eq(businesses.id, businessId))
  if (!row) throw new Error('no row came back for the business')
  return { id: businessId, ...row }
}
type SummaryBusiness = Awaited<ReturnType<typeof getSummaryBusiness>>

interface Envelope {
  business: SummaryBusiness
  to: string
}

function contentOf(
  { label, rows, sentence, notes, query }: MonthSummary,
  { name }: SummaryBusiness,
): Pick<MailContent, 'preheader' | 'heading' | 'rows' | 'sections'> {
  const counted = query.basis === 'cash' ? 'when it’s paid' : 'when it’s invoiced'
  return {
    preheader: sentence,
    heading: `${label} at ${bidiIsolate(toHeaderText(name))}`,
    rows: [...rows, { label: 'Income counts', value: counted }],
    sections: notes.length > 0 ? [{ title: 'Good to know', text: notes.join('\n') }] : [],
  }
}

const subjectOf = ({ label }: MonthSummary, { name }: SummaryBusiness) => `${label} at ${toHeaderText(name)}`

export function queueOwnerSummary(
  tx: Transaction,
  deps: SummaryMailDeps,
  { business, to }: Envelope,
  summary: MonthSummary,
): Promise<MailState> {
  const { id: businessId, ownerVerified } = business
  const subject = subjectOf(summary, business)
  const { from, to: last, basis } = summary.query
  const search = new URLSearchParams({ period: 'days', from, to: last, ...(basis === 'cash' && { basis }) })
  return queueOwnerMail(
    tx,
    deps,
    { kind: summaryKinds.owner, businessId, ownerVerified, to, subject },
    {
      ...contentOf(summary, business),
      paragraphs: [summary.sentence],
      button: {
        label: 'Open the report',
        url: pageAddress(deps, businessId, `/reports/profit-and-loss?${search.toString()}`),
      },
      quietLinks: [
        {
          lead: 'You get this email once a month.',
          label: 'Change or stop it',
          url: pageAddress(deps, businessId, '/reports/settings'),
        },
      ],
    },
  )
}

/** To the address that the owner entered, in the name of the business. */
export async function queueAccountantSummary(
  tx: Transaction,
  deps: SummaryMailDeps,
  { business, to }: Envelope,
  summary: MonthSummary,
): Promise<MailState> {
  const { id: businessId, ownerVerified, email } = business
  const name = toHeaderText(business.name)
  const subject = subjectOf(summary, business)
  const key = await ensureSummaryKey(tx, businessId)
  const question = email ? ` Questions? Reply to this email or write to ${email}.` : ''
  return queueOrHoldMail(tx, deps, ownerVerified, {
    kind: summaryKinds.accountant,
    businessId,
    onBehalf: true,
    from: withDisplayName(name, deps.mailFrom),
    to,
    replyTo: email || undefined,
    subject,
    attachment: attachReport(summary.document),
    ...renderMail({
      ...contentOf(summary, business),
      brand: { name },
      paragraphs: [
        `${bidiIsolate(name)} sends you a summary of each month, because they entered your address as that of their accountant. “You” is ${bidiIsolate(name)} here. The profit and loss is attached as a PDF.`,
        summary.sentence,
      ],
      quietLinks: [
        {
          lead: 'You don’t want these emails?',
          label: 'Stop them',
          url: `${deps.appUrl}/summary-emails/${writeStopToken(key, { businessId, email: to })}`,
        },
      ],
      footnote: `You get this email on behalf of ${bidiIsolate(name)}.${question}`,
      appUrl: deps.appUrl,
    }),
  })
}

/** The key is made with the first link. The caller holds the lock of the settings. */
async function ensureSummaryKey({ client }: Transaction, businessId: string): Promise<Buffer> {
  const { rows } = await client.query<{ key: Buffer }>(
    `update report_settings set summary_key = coalesce(summary_key, $2) where business_id = $1
     returning summary_key as key`,
    [businessId, randomBytes(32)],
  )
  if (!rows[0]) throw new Error('no key came back for the links of summaries')
  return rows[0].key
}

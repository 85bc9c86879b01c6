import { nameOf } from '../../../platform/db/name-of.ts'
import { queryTenant, withAuth, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { toHeaderText } from '../../../platform/mail/mail-address.ts'
import { pageAddress } from '../../../platform/mail/page-address.ts'
import { bidiIsolate } from '../../../shared/bidi-isolate.ts'
import { formatMoney } from '../../../shared/money.ts'
import { permissions } from '../../../shared/roles.ts'
import { queueOwnerMail } from '../mail/emails.ts'
import { lockInvoice } from '../queries.ts'

export type ApprovalMailDeps = Deps<'database' | 'jobs' | 'appUrl' | 'mailFrom' | 'mailWaitsForVerification'>

/** The kinds of email, by what happened. */
export const approvalMailKinds = {
  'approval-asked': 'approval-asked',
  approved: 'invoice-approved',
  'sent-back': 'invoice-sent-back',
} as const

/** What happened, with what the email says about it. */
interface Step {
  kind: keyof typeof approvalMailKinds
  note: string | null
  by: string | null
  byName: string | null
  author: string
  invoiceId: string
  number: string
  clientName: string
  currency: string
  locale: string
  totalMinor: number
  isSent: boolean
  businessName: string
  ownerVerified: boolean
}

/** Emails those who may approve an invoice that waits, or its author how that ended. A repeated job finds the emails there. */
export async function mailApproval(
  deps: ApprovalMailDeps,
  { businessId, eventId }: { businessId: string; eventId: string },
): Promise<void> {
  const [step] = await queryTenant<Step>(deps.database, businessId, {
    name: 'approval-step',
    text: `select e.kind, e.note, e.user_id as by, ${nameOf('e.user_id')} as "byName", i.id as "invoiceId", i.number,
        coalesce((select a.user_id from invoice_events a
          where a.business_id = $1 and a.invoice_id = i.id and a.kind = 'approval-asked' and a.at <= e.at
          order by a.at desc limit 1), i.created_by) as author,
        i.client_name as "clientName", i.currency, i.locale, i.total_minor::float8 as "totalMinor",
        i.sent_at is not null as "isSent", b.name as "businessName", b.owner_verified as "ownerVerified"
      from invoice_events e join invoices i on i.business_id = $1 and i.id = e.invoice_id
      join businesses b on b.id = $1
      where e.business_id = $1 and e.id = $2`,
    values: [businessId, eventId],
  })
  if (!step) return
  const readers = await findReaders(deps, businessId, step)
  await withTenant(deps.database, businessId, async (tx) => {
    const { approval } = await lockInvoice(tx, step.invoiceId)
    if (step.kind === 'approval-asked' && approval !== 'waiting') return
    const kind = approvalMailKinds[step.kind]
    const { rowCount } = await tx.client.query(
      `select from mails m join invoice_events e on e.business_id = $1 and e.id = $3
       where m.business_id = $1 and m.invoice_id = $2 and m.kind = $4 and m.created_at >= e.at limit 1`,
      [businessId, step.invoiceId, eventId, kind],
    )
    if (rowCount) return
    const { subject, ...content } = textsOf(step)
    const url = pageAddress(deps, businessId, `/invoices/${step.invoiceId}`)
    for (const to of readers) {
      const mail = {
        kind,
        businessId,
        invoiceId: step.invoiceId,
        ownerVerified: step.ownerVerified,
        to,
        subject,
      }
      await queueOwnerMail(tx, deps, mail, {
        heading: subject,
        ...content,
        rows: [
          { label: 'Client', value: toHeaderText(step.clientName) },
          { label: 'Amount', value: formatMoney(step.totalMinor, step) },
        ],
        button: { label: 'View invoice', url },
        footnote: `You get this email because you are a member of ${bidiIsolate(toHeaderText(step.businessName))}.`,
      })
    }
  })
}

/** The addresses of all who may approve, or of the author, without that of the member who acted. */
async function findReaders(
  { database }: ApprovalMailDeps,
  businessId: string,
  { kind, by, author }: Step,
): Promise<string[]> {
  const { rows } = await withAuth(database, ({ client }) =>
    client.query<{ email: string }>(
      `select u.email from members m join auth.users u on u.id = m.user_id
       where m.business_id = $1 and m.paused_at is null and m.user_id is distinct from $2
         and case when $3::uuid is null then m.role = any($4::text[]) else m.user_id = $3 end
       order by u.id`,
      [businessId, by, kind === 'approval-asked' ? null : author, [...permissions['invoices.approve']]],
    ),
  )
  return rows.map(({ email }) => email)
}

function textsOf({ kind, number, byName, note, isSent }: Step) {
  const who = byName === null ? null : bidiIsolate(toHeaderText(byName))
  if (kind === 'approval-asked') {
    return {
      subject: `Invoice ${number} waits for your approval`,
      paragraphs: [
        `${who === null ? 'A recurring invoice was made. It' : `${who} saved an invoice. It`} is above the amount from which your business approves invoices. Your client doesn’t see it until you or another admin approves it.`,
      ],
    }
  }
  if (kind === 'approved') {
    return {
      subject: `Invoice ${number} was approved`,
      paragraphs: [
        `${who ?? 'An admin'} approved your invoice${isSent ? ', and it was emailed to your client' : ''}.`,
      ],
    }
  }
  return {
    subject: `Invoice ${number} was sent back`,
    paragraphs: [
      `${who ?? 'An admin'} sent your invoice back. Change it and save it, and it waits for approval again.`,
    ],
    ...(note !== null && { sections: [{ title: 'Note', text: note }] }),
  }
}

import type { Transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { toHeaderText } from '../../platform/mail/mail-address.ts'
import { pageAddress } from '../../platform/mail/page-address.ts'
import { bidiIsolate } from '../../shared/bidi-isolate.ts'
import { queueOwnerMail } from '../invoices/mail/emails.ts'
import type { Mentioned } from './find-mentioned.ts'
import { mentionKinds } from './member-objection.ts'
import type { CommentBusiness } from './queries.ts'
import { pathOf } from './rules.ts'
import type { Subject, SubjectText } from './subjects.ts'

interface MentionMails {
  business: CommentBusiness
  identity: Identity
  subject: Subject
  text: SubjectText
  body: string
  mentioned: readonly Mentioned[]
}

const articleOf = { expense: 'an expense', transaction: 'a transaction' } as const

/** Emails everyone whom a comment names, with its text. */
export async function queueMentionMails(
  tx: Transaction,
  deps: Deps<'jobs' | 'appUrl' | 'mailFrom' | 'mailWaitsForVerification'>,
  { business, identity, subject: about, text, body, mentioned }: MentionMails,
): Promise<void> {
  const { businessId } = identity
  const author = toHeaderText(identity.name)
  const detail = toHeaderText(text.detail)
  const isInvoice = about.kind === 'invoice'
  const what = about.kind === 'invoice' ? text.title.replace('Invoice', 'invoice') : articleOf[about.kind]
  const subject = `${author} mentioned you: ${what}`
  const url = pageAddress(deps, businessId, pathOf(about.kind, about.id))
  for (const { email } of mentioned) {
    const mail = {
      kind: isInvoice ? mentionKinds.sales : mentionKinds.money,
      businessId,
      ownerVerified: business.ownerVerified,
      to: email,
      subject,
    }
    await queueOwnerMail(tx, deps, mail, {
      preheader: body.slice(0, 120),
      heading: subject,
      paragraphs: [
        `${bidiIsolate(author)} mentioned you in a comment on ${what}${detail && `, ${bidiIsolate(detail)}`}.`,
      ],
      sections: [{ title: 'Comment', text: body }],
      button: { label: 'Read and answer', url },
      footnote: `You get this email because you are a member of ${bidiIsolate(toHeaderText(business.name))}.`,
    })
  }
}

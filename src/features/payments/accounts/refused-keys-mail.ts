import type { Transaction } from '../../../platform/db/transaction.ts'
import { toHeaderText } from '../../../platform/mail/mail-address.ts'
import { renderMail } from '../../../platform/mail/render-mail.ts'
import { bidiIsolate } from '../../../shared/bidi-isolate.ts'
import { productName } from '../../../shared/product.ts'
import type { InvoiceDeps } from '../../invoices/invoice-deps.ts'
import { queueOrHoldMail } from '../../invoices/mail/emails.ts'
import type { ProviderMethod } from '../rules.ts'
import { sorry } from './card-failure.ts'

interface RefusedKeys {
  businessId: string
  name: string
  ownerVerified: boolean
  provider: ProviderMethod
  to: string
  why: 'refused' | 'unreadable'
}

const kinds = { card: 'card-keys-refused', paypal: 'paypal-keys-refused' } as const
/** Keys that work for some calls and are refused for others would otherwise cause a mail with each client. */
const mailsPerDay = 3

/** Emails the owner that clients cannot pay through the business's own account. */
export async function queueRefusedKeysMail(
  tx: Transaction,
  deps: InvoiceDeps,
  { businessId, name, ownerVerified, provider, to, why }: RefusedKeys,
): Promise<void> {
  const kind = kinds[provider]
  if (await hasManyMails(tx, businessId, kind, mailsPerDay)) {
    deps.log.warn({ businessId, kind }, 'the owner was not told of refused keys: too many mails')
    return
  }
  const account = provider === 'card' ? 'Stripe' : 'PayPal'
  const how = provider === 'card' ? 'by card' : 'with PayPal'
  const business = bidiIsolate(toHeaderText(name))
  const text = {
    refused: {
      what: `${account} refused the keys`,
      cause: `The keys may have been replaced or withdrawn at ${account}, or may not be used to take payments.`,
    },
    unreadable: {
      what: `${productName} can no longer read the keys`,
      cause: 'What is saved of them here is damaged.',
    },
  }[why]
  const subject = `Your clients cannot pay ${how}`
  await queueOrHoldMail(tx, deps, ownerVerified, {
    kind,
    businessId,
    from: deps.mailFrom,
    to,
    subject,
    ...renderMail({
      appUrl: deps.appUrl,
      preheader: `${text.what} that are saved for your own account.`,
      heading: subject,
      paragraphs: [
        `${text.what} of the ${account} account that you have entered for ${business}. Whoever wants to pay an invoice ${how} reads “${sorry}” and cannot go on.`,
        `${text.cause} Open Integrations, enter the keys anew, press Test connection, then Save. Until then nobody can pay you ${how}.`,
      ],
      rows: [{ label: 'Account', value: `Your own ${account} account` }],
      button: { label: 'Open Integrations', url: `${deps.appUrl}/integrations` },
      footnote: 'You are told once, and again only if the keys worked in between.',
    }),
  })
}

export async function hasManyMails(
  { client }: Transaction,
  businessId: string,
  kind: string,
  perDay: number,
): Promise<boolean> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from mails
     where business_id = $1 and kind = $2 and created_at > now() - interval '1 day'`,
    [businessId, kind],
  )
  return (rows[0]?.count ?? 0) >= perDay
}

import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { toHeaderText } from '../../../platform/mail/mail-address.ts'
import { pageAddress } from '../../../platform/mail/page-address.ts'
import type { MailContent } from '../../../platform/mail/render-mail.ts'
import { type AccountProblem, isHeldPayment } from '../../../shared/account-problems.ts'
import { bidiIsolate } from '../../../shared/bidi-isolate.ts'
import type { Currency } from '../../../shared/currencies.ts'
import { formatMoney } from '../../../shared/money.ts'
import { productName } from '../../../shared/product.ts'
import { problemText } from '../../integrations/problem-rules.ts'
import type { InvoiceDeps } from '../../invoices/invoice-deps.ts'
import { queueOwnerMail } from '../../invoices/mail/emails.ts'
import type { ProviderMethod } from '../rules.ts'
import { sorry } from './card-failure.ts'

/** The business's own account, and the address of its owner. */
interface OwnAccount {
  businessId: string
  name: string
  ownerVerified: boolean
  locale: string
  provider: ProviderMethod
  to: string
}

/** The payment that the provider refused or holds. */
interface RefusedPayment {
  invoiceNumber: string
  currency: Currency
  amountMinor: number
  isAutomatic: boolean
}

/** Emails the owner that clients cannot pay through the business's own account. */
export async function queueRefusedKeysMail(
  tx: Transaction,
  deps: InvoiceDeps,
  own: OwnAccount,
  why: 'refused' | 'unreadable',
  payment: RefusedPayment | undefined,
): Promise<void> {
  const { businessId, provider } = own
  const kind = `${provider}-keys-refused`
  // Keys that work for some calls and are refused for others would otherwise cause a mail with each client.
  if (await hasManyMails(tx, businessId, kind, 3)) {
    deps.log.warn(
      { businessId, kind },
      'the owner was not emailed about refused keys, because the limit of emails was reached',
    )
    return
  }
  const account = accountName(own)
  const how = provider === 'card' ? 'by card' : 'with PayPal'
  const business = bidiIsolate(toHeaderText(own.name))
  const text = {
    refused: {
      what: `${account} refused the keys`,
      cause: `The keys may have been replaced or revoked at ${account}, or may not be allowed to take payments.`,
    },
    unreadable: {
      what: `${productName} can no longer read the ${account} keys`,
      cause: 'The saved copy of the keys is damaged.',
    },
  }[why]
  await queueAccountMail(tx, deps, own, {
    kind,
    subject: `Your clients can’t pay ${how}`,
    preheader: `${text.what} you entered for your own account.`,
    paragraphs: [
      `${text.what} you entered for ${business}. Anyone who tries to pay an invoice ${how} sees “${sorry}” and can’t continue.`,
      `${text.cause} Open Integrations, enter the keys again, press Test connection, then Save. Until then, no one can pay you ${how}.`,
      ...(payment?.isAutomatic
        ? [
            `The automatic payment of invoice ${payment.invoiceNumber} waits for that. If the keys don’t work within a day, your client is asked to pay another way.`,
          ]
        : []),
    ],
    footnote: 'We won’t email you about this again unless the keys work and then fail again.',
  })
}

/** Emails the owner what the provider requires of the account, at most once a day for each reason. */
export async function queueAccountProblemMail(
  tx: Transaction,
  deps: Deps<'jobs' | 'appUrl' | 'mailFrom' | 'mailWaitsForVerification'>,
  own: OwnAccount,
  problem: AccountProblem,
  payment: RefusedPayment | undefined,
): Promise<void> {
  const kind = `${own.provider}-problem-${problem}`
  if (await hasManyMails(tx, own.businessId, kind, 1)) return
  const account = accountName(own)
  const { what, todo } = problemText(account, problem, payment?.currency)
  const isHeld = isHeldPayment(problem)
  const effect = isHeld
    ? 'It counts as received here once it arrives in your account. Your client doesn’t need to pay again.'
    : payment?.isAutomatic
      ? 'Nothing was charged. The saved card is tried again for a day, and then your client is asked to pay another way.'
      : 'Nothing was charged, and your client was asked to pay another way.'
  const paymentRows = payment && [
    { label: 'Invoice', value: payment.invoiceNumber },
    { label: 'Amount', value: formatMoney(payment.amountMinor, { ...own, ...payment }) },
  ]
  await queueAccountMail(tx, deps, own, {
    kind,
    subject: isHeld ? `${account} is holding a payment for you` : `${account} refused a payment to you`,
    preheader: what,
    paragraphs: [`${what} ${effect}`, todo],
    rows: paymentRows,
    footnote: 'You’ll get at most one email a day about this problem.',
  })
}

function accountName({ provider }: OwnAccount): 'Stripe' | 'PayPal' {
  return provider === 'card' ? 'Stripe' : 'PayPal'
}

async function queueAccountMail(
  tx: Transaction,
  deps: Deps<'jobs' | 'appUrl' | 'mailFrom' | 'mailWaitsForVerification'>,
  own: OwnAccount,
  mail: Omit<MailContent, 'appUrl' | 'heading'> & { kind: string; subject: string },
): Promise<void> {
  const { businessId, ownerVerified, to } = own
  const { kind, subject, rows = [], ...content } = mail
  await queueOwnerMail(
    tx,
    deps,
    { kind, businessId, ownerVerified, to, subject },
    {
      ...content,
      heading: subject,
      rows: [{ label: 'Account', value: `Your own ${accountName(own)} account` }, ...rows],
      button: { label: 'Open Integrations', url: pageAddress(deps, businessId, '/integrations') },
    },
  )
}

async function hasManyMails(
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

import type { Transaction } from '../../../platform/db/transaction.ts'
import { renderMail } from '../../../platform/mail/render-mail.ts'
import { type AccountProblem, isHeldPayment } from '../../../shared/account-problems.ts'
import { formatMoney } from '../../../shared/money.ts'
import { problemText } from '../../integrations/problem-rules.ts'
import type { InvoiceDeps } from '../../invoices/invoice-deps.ts'
import { queueOrHoldMail } from '../../invoices/mail/emails.ts'
import type { ProviderMethod } from '../rules.ts'
import { hasManyMails } from './refused-keys-mail.ts'

interface AccountProblemDetails {
  businessId: string
  ownerVerified: boolean
  provider: ProviderMethod
  problem: AccountProblem
  to: string
  /** The payment that the provider refused or holds. */
  payment: { invoiceNumber: string; amountCents: number } | undefined
}

const mailsPerDay = 1

/** Emails the owner what the provider requires of the account, at most once a day for each reason. */
export async function queueAccountProblemMail(
  tx: Transaction,
  deps: InvoiceDeps,
  details: AccountProblemDetails,
): Promise<void> {
  const { businessId, ownerVerified, provider, problem, to, payment } = details
  const kind = `${provider}-problem-${problem}`
  if (await hasManyMails(tx, businessId, kind, mailsPerDay)) return
  const account = provider === 'card' ? 'Stripe' : 'PayPal'
  const { what, todo } = problemText(account, problem)
  const isHeld = isHeldPayment(problem)
  const subject = isHeld ? `${account} holds a payment for you` : `${account} refused a payment to you`
  const effect = isHeld
    ? 'It counts as received here once it has arrived in your account. Your client need not pay again.'
    : 'Nothing was charged, and your client was asked to pay another way.'
  await queueOrHoldMail(tx, deps, ownerVerified, {
    kind,
    businessId,
    from: deps.mailFrom,
    to,
    subject,
    ...renderMail({
      appUrl: deps.appUrl,
      preheader: what,
      heading: subject,
      paragraphs: [`${what} ${effect}`, todo],
      rows: [
        { label: 'Account', value: `Your own ${account} account` },
        ...(payment
          ? [
              { label: 'Invoice', value: payment.invoiceNumber },
              { label: 'Amount', value: formatMoney(payment.amountCents) },
            ]
          : []),
      ],
      button: { label: 'Open Integrations', url: `${deps.appUrl}/integrations` },
      footnote: 'For the same reason you get at most one mail a day.',
    }),
  })
}

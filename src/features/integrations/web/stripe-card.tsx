import { Copy, CreditCard } from 'lucide-react'
import { useRef } from 'react'
import { isHeldPayment } from '../../../shared/account-problems.ts'
import { HelpHint } from '../../../web/help-hint.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { showSuccess, showToast } from '../../../web/ui/toast.ts'
import type { Integrations } from '../contract.ts'
import { TextField } from './form-fields.tsx'
import { IntegrationCard } from './integration-card.tsx'
import type { StripeSettings } from './integration-forms.ts'
import { KeySource } from './key-source.tsx'
import { moneyMode, payWithoutOwn, unusedText } from './money-text.ts'
import { refusalText } from './refusal-text.ts'
import { SecretField } from './secret-field.tsx'
import type { IntegrationForm } from './use-integration-form.ts'

interface StripeCardProps {
  account: IntegrationForm<StripeSettings, StripeSettings>
  integrations: Integrations
  timeZone: string
}

export function StripeCard({ account, integrations, timeZone }: StripeCardProps) {
  const { control } = account.form
  const { stripe, enabled: isEnabled } = integrations
  const otherwise = payWithoutOwn(integrations)
  return (
    <IntegrationCard
      account={account}
      title="Stripe"
      help="stripe-keys"
      icon={CreditCard}
      isConnected={stripe.isConnected}
      isEnabled={isEnabled}
      refusal={
        stripe.refusedAt !== null &&
        refusalText({
          provider: 'Stripe',
          problem: stripe.problem,
          means: 'by card',
          at: stripe.refusedAt,
          timeZone,
          isEnabled,
        })
      }
      isBroken={stripe.refusedAt !== null && !isHeldPayment(stripe.problem)}
      description={
        stripe.isConnected
          ? (unusedText(stripe.mode === 'test', integrations) ??
            'Clients pay straight into your Stripe account.')
          : `Enter your keys and clients pay straight into your Stripe account. Until then, they ${otherwise}.`
      }
      mode={moneyMode(stripe.mode === 'live')}
      removal={{
        what: 'Your keys are deleted here',
        effect: `from then on clients ${otherwise}`,
        rest: 'Your Stripe account and the payments already made stay as they are. To refund one, go to Stripe. A payment that’s still on its way has to be recorded by hand.',
      }}
    >
      <KeySource
        provider="Stripe"
        section="Developers, API keys"
        url="https://dashboard.stripe.com/apikeys"
      />
      <TextField
        control={control}
        name="publishableKey"
        label="Publishable Key"
        hint="Starts with pk_live_ or pk_test_."
      />
      <SecretField
        control={control}
        name="secretKey"
        label="Secret Key"
        isSaved={stripe.hasSecretKey}
        hint="Starts with sk_live_ or sk_test_."
      />
      <TextField
        control={control}
        name="accountId"
        label="Account ID"
        optional
        hint="A note for yourself, if you have several accounts. Starts with acct_."
      />
      <WebhookAddress url={stripe.webhookUrl} />
      <SecretField
        control={control}
        name="webhookSecret"
        label="Webhook Signing Secret"
        help={<HelpHint topic="webhooks" />}
        optional
        isSaved={stripe.hasWebhookSecret}
        hint="Stripe shows it once the address is added. It starts with whsec_."
      />
    </IntegrationCard>
  )
}

const events = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'payout.paid',
]

function WebhookAddress({ url }: { url: string }) {
  const input = useRef<HTMLInputElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      showSuccess('Webhook Address Copied')
    } catch {
      // Browsers offer a clipboard only on HTTPS and localhost, and may refuse access even there.
      input.current?.select()
      showToast({ title: 'Your browser blocked copying', description: 'Please copy the address yourself.' })
    }
  }

  return (
    <div className="flex flex-col gap-3 border-t border-border pt-5">
      <div>
        <h3 className="text-sm font-semibold text-foreground">Let Stripe report payments automatically</h3>
        <p className="mt-1 text-sm text-muted">
          This is optional. Without it, a payment is recorded when the client comes back from Stripe’s page.
        </p>
      </div>
      <Field
        label="Webhook Address"
        hint="Add it in Stripe under Developers, Webhooks, and select these events:"
      >
        <div className="flex gap-2">
          <Input
            ref={input}
            readOnly
            value={url}
            className="min-w-0 flex-1"
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button variant="secondary" aria-label="Copy Webhook Address" onClick={() => void copy()}>
            <Copy aria-hidden />
            Copy
          </Button>
        </div>
      </Field>
      <ul
        aria-label="Events to choose"
        className="flex flex-wrap gap-x-3 gap-y-1 rounded-md bg-surface-sunken px-3 py-2 font-mono text-xs text-foreground"
      >
        {events.map((event) => (
          <li key={event} className="wrap-anywhere">
            {event}
          </li>
        ))}
      </ul>
    </div>
  )
}

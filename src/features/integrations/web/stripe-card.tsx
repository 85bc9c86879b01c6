import { CreditCard } from 'lucide-react'
import { isHeldPayment } from '../../../shared/account-problems.ts'
import { HelpHint } from '../../../web/help-hint.tsx'
import type { Integrations } from '../contract.ts'
import { TextField } from './form-fields.tsx'
import { IntegrationCard } from './integration-card.tsx'
import type { StripeSettings } from './integration-forms.ts'
import { KeySource } from './key-source.tsx'
import { moneyMode, payWithoutOwn, unusedText } from './money-text.ts'
import { refusalText } from './refusal-text.ts'
import { SecretField } from './secret-field.tsx'
import type { IntegrationForm } from './use-integration-form.ts'
import { WebhookAddress } from './webhook-address.tsx'

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
          : `Enter your keys and clients pay straight into your Stripe account. Until then they ${otherwise}.`
      }
      mode={moneyMode(stripe.mode === 'live')}
      removal={{
        what: 'Your keys are deleted here',
        effect: `from then on clients ${otherwise}`,
        rest: 'Your account at Stripe stays as it is, and so do payments that were made; to refund one, go to Stripe. One that is still on its way there has to be noted by hand.',
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
        hint="Begins with pk_live_ or pk_test_."
      />
      <SecretField
        control={control}
        name="secretKey"
        label="Secret Key"
        isSaved={stripe.hasSecretKey}
        hint="Begins with sk_live_ or sk_test_."
      />
      <TextField
        control={control}
        name="accountId"
        label="Account ID"
        optional
        hint="A note for yourself, if you have several accounts. Begins with acct_."
      />
      <WebhookAddress url={stripe.webhookUrl} />
      <SecretField
        control={control}
        name="webhookSecret"
        label="Webhook Signing Secret"
        help={<HelpHint topic="webhooks" />}
        optional
        isSaved={stripe.hasWebhookSecret}
        hint="Stripe shows it once the address is added. It begins with whsec_."
      />
    </IntegrationCard>
  )
}

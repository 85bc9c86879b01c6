import { Wallet } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { isHeldPayment } from '../../../shared/account-problems.ts'
import { Button } from '../../../web/ui/button.tsx'
import type { Integrations } from '../contract.ts'
import { demoPaypalAccount } from '../rules.ts'
import { ChoiceField, TextField } from './form-fields.tsx'
import { IntegrationCard } from './integration-card.tsx'
import type { PaypalSettings } from './integration-forms.ts'
import { KeySource } from './key-source.tsx'
import { moneyMode, unusedText } from './money-text.ts'
import { refusalText } from './refusal-text.ts'
import { SecretField } from './secret-field.tsx'
import type { IntegrationForm } from './use-integration-form.ts'

const modes: Record<PaypalSettings['mode'], string> = {
  live: 'Live (real money)',
  sandbox: 'PayPal’s sandbox (test)',
  demo: 'Built-in demo (test)',
}

interface PaypalCardProps {
  account: IntegrationForm<PaypalSettings, PaypalSettings>
  integrations: Integrations
  timeZone: string
}

export function PaypalCard({ account, integrations, timeZone }: PaypalCardProps) {
  const { paypal, enabled: isEnabled } = integrations
  const { control, setValue } = account.form
  const mode = useWatch({ control, name: 'mode' })

  const offersDemo = !paypal.isConnected || (mode === 'demo' && paypal.mode !== 'demo')

  function fillInDemo() {
    const values: PaypalSettings = { ...demoPaypalAccount, mode: 'demo' }
    for (const name of ['clientId', 'clientSecret', 'mode'] as const) {
      setValue(name, values[name], { shouldDirty: true, shouldValidate: true })
    }
  }

  return (
    <IntegrationCard
      account={account}
      title="PayPal"
      help="paypal"
      icon={Wallet}
      isConnected={paypal.isConnected}
      isEnabled={isEnabled}
      refusal={
        paypal.refusedAt !== null &&
        refusalText({
          provider: 'PayPal',
          problem: paypal.problem,
          means: 'with PayPal',
          at: paypal.refusedAt,
          timeZone,
          isEnabled,
        })
      }
      isBroken={paypal.refusedAt !== null && !isHeldPayment(paypal.problem)}
      description={
        paypal.isConnected
          ? (unusedText(paypal.mode !== 'live', integrations) ??
            'Clients can pay with PayPal, straight into your account.')
          : 'Enter your keys and clients can pay with PayPal, straight into your account.'
      }
      mode={moneyMode(paypal.mode === 'live')}
      removal={{
        what: 'Your keys are deleted here',
        effect: 'clients can no longer pay with PayPal',
        rest: 'Your PayPal account and the payments already made stay as they are. To refund one, go to PayPal. A payment that’s still on its way has to be recorded by hand.',
      }}
    >
      <KeySource
        provider="PayPal"
        section="Apps & Credentials, in an app you create for this"
        url="https://developer.paypal.com/dashboard/applications/live"
      />
      <TextField control={control} name="clientId" label="Client ID" />
      <SecretField
        control={control}
        name="clientSecret"
        label="Client Secret"
        isSaved={paypal.hasClientSecret}
      />
      <ChoiceField
        control={control}
        name="mode"
        label="Mode"
        options={modes}
        hint="PayPal has separate keys for live and for its sandbox."
      />
      {offersDemo && <DemoAccount onUse={fillInDemo} />}
    </IntegrationCard>
  )
}

function DemoAccount({ onUse }: { onUse: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-surface-sunken px-3 py-3">
      <p className="min-w-48 flex-1 text-sm text-muted">
        No PayPal account yet? Try it with the built-in demo. Its Client ID is{' '}
        <code className="font-medium text-foreground">{demoPaypalAccount.clientId}</code>, its Client Secret{' '}
        <code className="font-medium text-foreground">{demoPaypalAccount.clientSecret}</code>.
      </p>
      <Button variant="secondary" size="sm" onClick={onUse}>
        Use demo account
      </Button>
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import { Landmark } from 'lucide-react'
import { productName } from '../../../shared/product.ts'
import { textLink } from '../../../web/ui/text-link.ts'
import type { Integrations } from '../contract.ts'
import { ChoiceField, TextField } from './form-fields.tsx'
import { IntegrationCard } from './integration-card.tsx'
import type { BankingSettings } from './integration-forms.ts'
import { KeySource } from './key-source.tsx'
import { SecretField } from './secret-field.tsx'
import type { IntegrationForm } from './use-integration-form.ts'

const environments: Record<BankingSettings['environment'], string> = {
  production: 'Production (real banks)',
  sandbox: 'Sandbox (made-up banks)',
}

interface BankingCardProps {
  account: IntegrationForm<BankingSettings, BankingSettings>
  banking: Integrations['banking']
}

export function BankingCard({ account, banking }: BankingCardProps) {
  const { control } = account.form
  return (
    <IntegrationCard
      account={account}
      title="Plaid"
      help="plaid"
      icon={Landmark}
      isConnected={banking.isConnected}
      description={
        <>
          {banking.isConnected
            ? 'On the Pro plan, you connect banks through your Plaid account under '
            : 'With your Plaid keys and the Pro plan, you can connect real banks under '}
          <Link to="/bank-connections" className={textLink}>
            Bank Connections
          </Link>
          . On the Free plan, you can connect the demo bank.
        </>
      }
      mode={
        banking.environment === 'sandbox'
          ? { isTest: true, label: 'Test mode: no real accounts' }
          : { isTest: false, label: 'Live: real accounts' }
      }
      removal={{
        what: 'Your keys are deleted here',
        effect: `${productName} stops importing transactions from banks that were connected with them`,
        rest: 'Your Plaid account stays as it is.',
      }}
    >
      <KeySource
        provider="Plaid"
        section="Developers, Keys"
        url="https://dashboard.plaid.com/developers/keys"
      />
      <TextField control={control} name="clientId" label="Client ID" />
      <SecretField control={control} name="secret" label="Secret" isSaved={banking.hasSecret} />
      <ChoiceField
        control={control}
        name="environment"
        label="Environment"
        options={environments}
        hint="Plaid has a separate secret for each."
      />
    </IntegrationCard>
  )
}

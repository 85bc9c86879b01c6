import { Landmark } from 'lucide-react'

import { productName } from '../../../shared/product.ts'
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
      icon={Landmark}
      isConnected={banking.isConnected}
      description={
        banking.isConnected
          ? `Your keys are saved. ${productName} does not connect banks yet, so nothing is done with them.`
          : `${productName} does not connect banks yet. You can already save and test the keys of your Plaid account.`
      }
      mode={
        banking.environment === 'sandbox'
          ? { isTest: true, words: 'Test mode: no real accounts' }
          : { isTest: false, words: 'Live: real accounts' }
      }
      removal={{ what: 'Your keys are deleted here', rest: 'Your account at Plaid stays as it is.' }}
      className="max-w-2xl"
    >
      <KeySource
        provider="Plaid"
        place="Developers, Keys"
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

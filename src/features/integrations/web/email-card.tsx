import { Mail } from 'lucide-react'
import { productName } from '../../../shared/product.ts'
import type { Integrations } from '../contract.ts'
import { TextField } from './form-fields.tsx'
import { IntegrationCard } from './integration-card.tsx'
import type { EmailSettings, EmailValues } from './integration-forms.ts'
import { ProviderLink } from './key-source.tsx'
import { mailRefusalText } from './refusal-text.ts'
import { SecretField } from './secret-field.tsx'
import type { IntegrationForm } from './use-integration-form.ts'

interface EmailCardProps {
  account: IntegrationForm<EmailValues, EmailSettings>
  email: Integrations['email']
  isEnabled: boolean
}

export function EmailCard({ account, email, isEnabled }: EmailCardProps) {
  const { control } = account.form
  return (
    <IntegrationCard
      account={account}
      title="Email (SMTP)"
      help="smtp"
      icon={Mail}
      isConnected={email.isConnected}
      isEnabled={isEnabled}
      refusal={isEnabled && email.waiting !== null && mailRefusalText(email.waiting)}
      description={
        email.isConnected
          ? 'Invoices are sent from your own address.'
          : `Enter your email account to send invoices from your own address. Until then, ${productName} sends them for you.`
      }
      removal={{
        what: 'Your email account is removed here',
        effect: `${productName} sends your invoices again`,
      }}
    >
      <TextField
        control={control}
        name="fromAddress"
        label="From Address"
        hint="Clients see it as the sender."
        input={{ type: 'email', inputMode: 'email' }}
      />
      <div className="grid gap-5 sm:grid-cols-[3fr_2fr]">
        <TextField
          control={control}
          name="host"
          label="SMTP Host"
          hint="The server your email provider sends through. Its help pages call it the SMTP or outgoing server."
          input={{ inputMode: 'url' }}
        />
        <TextField
          control={control}
          name="port"
          label="SMTP Port"
          hint="Usually 587 or 465."
          input={{ inputMode: 'numeric' }}
        />
      </div>
      <TextField
        control={control}
        name="username"
        label="Username"
        optional
        hint="Leave empty to use the from address."
      />
      <SecretField
        control={control}
        name="password"
        label="Password"
        isSaved={email.hasPassword}
        hint={
          <>
            For Gmail, use an app password, not the one you sign in with.{' '}
            <ProviderLink url="https://myaccount.google.com/apppasswords">Create one at Google</ProviderLink>
          </>
        }
      />
    </IntegrationCard>
  )
}

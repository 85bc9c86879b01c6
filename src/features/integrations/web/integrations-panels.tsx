import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { productName } from '../../../shared/product.ts'
import { LeaveGuard } from '../../../web/forms/leave-guard.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { TabPanel } from '../../../web/ui/tabs.tsx'
import { useSession } from '../../auth/web/session.ts'
import type { Integrations } from '../contract.ts'
import { BankingCard } from './banking-card.tsx'
import { EmailCard } from './email-card.tsx'
import { bankingKind, emailKind, paypalKind, stripeKind } from './integration-forms.ts'
import { payWithoutOwn } from './money-text.ts'
import { PaypalCard } from './paypal-card.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { StripeCard } from './stripe-card.tsx'
import { useIntegrationForm } from './use-integration-form.ts'

interface IntegrationsPanelsProps {
  integrations: Integrations
  /** Content of another feature, above the payment accounts. */
  abovePayments?: ReactNode
}

export function IntegrationsPanels({ integrations, abovePayments }: IntegrationsPanelsProps) {
  const state = useSession()
  const stripe = useIntegrationForm(stripeKind, integrations)
  const paypal = useIntegrationForm(paypalKind, integrations)
  const email = useIntegrationForm(emailKind, integrations)
  const banking = useIntegrationForm(bankingKind, integrations)
  const timeZone = state.status === 'signed-in' ? state.session.business.timeZone : 'UTC'
  const { enabled } = integrations
  const hasUnsaved = [stripe, paypal, email, banking].some((account) => account.isDirty)
  return (
    <>
      <LeaveGuard
        isDirty={useLatest(hasUnsaved && state.status === 'signed-in')}
        within="/integrations"
        description="Your changes on this page haven’t been saved and will be lost."
      />
      <TabPanel value="payments">
        {abovePayments}
        {!enabled && <SwitchedOff meanwhile={`clients ${payWithoutOwn(integrations)}`} />}
        <div className="flex flex-col gap-6">
          <StripeCard account={stripe} integrations={integrations} timeZone={timeZone} />
          <PaypalCard account={paypal} integrations={integrations} timeZone={timeZone} />
        </div>
      </TabPanel>
      <TabPanel value="email">
        {!enabled && <SwitchedOff meanwhile={`${productName} sends your invoices`} />}
        <EmailCard account={email} email={integrations.email} isEnabled={enabled} />
      </TabPanel>
      <TabPanel value="banking">
        {!enabled && (
          <SwitchedOff meanwhile="no banks can be connected through your account, and no transactions are imported from the ones that were" />
        )}
        <BankingCard account={banking} banking={integrations.banking} />
      </TabPanel>
      <TabPanel value="settings">
        <SettingsTab integrations={integrations} />
      </TabPanel>
    </>
  )
}

/** Returns a stable function that returns the latest value. */
function useLatest<T>(value: T): () => T {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  return useCallback(() => latest.current, [])
}

function SwitchedOff({ meanwhile }: { meanwhile: string }) {
  return (
    <Notice
      tone="attention"
      title="All integrations are turned off"
      className="mb-6"
      actions={
        <Button variant="secondary" size="sm" asChild>
          <Link to="/integrations" search={{ tab: 'settings' }} replace resetScroll={false}>
            Open Settings
          </Link>
        </Button>
      }
    >
      You can save and test here, but until you turn them on, {meanwhile}.
    </Notice>
  )
}

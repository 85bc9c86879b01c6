import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { isHeldPayment } from '../../../shared/account-problems.ts'
import { productName } from '../../../shared/product.ts'
import { call, messageOf } from '../../../web/api-client.ts'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { Switch } from '../../../web/ui/fields/switch.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { type Integrations, switchIntegrations } from '../contract.ts'
import { type IntegrationName, integrationLabels, integrationNames } from '../rules.ts'
import { ConnectionBadge } from './connection-badge.tsx'
import { rememberChange } from './integrations-api.ts'
import { payWithoutOwn } from './money-text.ts'
import { SecurityActivity } from './security-activity.tsx'

const facts = [
  'Credentials are encrypted with AES-256.',
  'They are never stored in plain text.',
  'Every access is logged and monitored. You can see each one below.',
  'Only you can access your credentials. They’re used only for your business.',
]

const isBroken = ({ refusedAt, problem }: Integrations['stripe'] | Integrations['paypal']) =>
  refusedAt !== null && !isHeldPayment(problem)

export function SettingsTab({ integrations }: { integrations: Integrations }) {
  const isRefused: Record<IntegrationName, boolean> = {
    stripe: isBroken(integrations.stripe),
    paypal: isBroken(integrations.paypal),
    email: integrations.enabled && integrations.email.waiting !== null,
    banking: false,
  }
  return (
    <div className="flex flex-col gap-6">
      <Card aria-label="Enable All Integrations">
        <CardContent>
          <MasterSwitch integrations={integrations} />
        </CardContent>
      </Card>
      <Card aria-labelledby="connection-status">
        <CardHeader>
          <CardTitle id="connection-status">Connection Status</CardTitle>
          {!integrations.enabled && <CardDescription>Turned off. None of these is in use.</CardDescription>}
        </CardHeader>
        <CardContent>
          <ul className="flex flex-col divide-y divide-border">
            {integrationNames.map((name) => (
              <li key={name} className="flex items-center justify-between gap-4 py-3 first:pt-0 last:pb-0">
                <span className="font-medium text-foreground">{integrationLabels[name]}</span>
                <ConnectionBadge isConnected={integrations[name].isConnected} isRefused={isRefused[name]} />
              </li>
            ))}
          </ul>
        </CardContent>
      </Card>
      <Card aria-labelledby="security">
        <CardHeader>
          <CardTitle id="security">Security</CardTitle>
        </CardHeader>
        <CardContent>
          <ul className="flex flex-col gap-3 text-sm">
            {facts.map((fact) => (
              <li key={fact} className="flex items-start gap-2.5">
                <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-positive" />
                {fact}
              </li>
            ))}
          </ul>
        </CardContent>
      </Card>
      <SecurityActivity />
    </div>
  )
}

/** Saves immediately: shows the new state at once, and reverts it if the server refuses. */
function MasterSwitch({ integrations }: { integrations: Integrations }) {
  const client = useQueryClient()
  const change = useMutation({
    // Requests run one after the other, so that the last press wins.
    scope: { id: 'integrations-switch' },
    mutationFn: (next: boolean) => call(switchIntegrations, { body: { enabled: next } }),
    onSuccess: async (answer) => {
      await rememberChange(client, 'enabled', answer)
      showSuccess(
        'Integration settings saved securely.',
        answer.enabled ? 'All integrations are on.' : 'All integrations are off.',
      )
    },
    onError: (error) => showError('Failed to save settings securely', messageOf(error, 'Please try again.')),
  })
  const isOn = change.isPending ? change.variables : integrations.enabled
  const otherwise = payWithoutOwn(integrations)
  return (
    <Switch
      label="Enable All Integrations"
      description={
        isOn
          ? `The accounts you connect are used. If you turn this off, clients ${otherwise}, and ${productName} sends your email. Your settings stay saved.`
          : `Your own accounts aren’t in use. Clients ${otherwise}, and ${productName} sends your email. Your settings stay saved.`
      }
      checked={isOn}
      onCheckedChange={(next) => change.mutate(next)}
    />
  )
}

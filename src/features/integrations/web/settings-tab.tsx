import { ShieldCheck } from 'lucide-react'
import { isHeldPayment } from '../../../shared/account-problems.ts'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import type { Integrations } from '../contract.ts'
import { type IntegrationName, integrationLabels, integrationNames } from '../rules.ts'
import { ConnectionBadge } from './connection-badge.tsx'
import { MasterSwitch } from './master-switch.tsx'
import { SecurityActivity } from './security-activity.tsx'

const facts = [
  'Credentials are encrypted with AES-256.',
  'They are never stored in plain text.',
  'Every access is logged and monitored: you see each one below.',
  'Only you can access your credentials. They are used for your business alone.',
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
      <div className="grid gap-6 lg:grid-cols-2">
        <Card aria-labelledby="connection-status">
          <CardHeader>
            <CardTitle id="connection-status">Connection Status</CardTitle>
            {!integrations.enabled && (
              <CardDescription>Switched off: none of these is used now.</CardDescription>
            )}
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
      </div>
      <SecurityActivity />
    </div>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { productName } from '../../../shared/product.ts'
import { call } from '../../../web/api-client.ts'
import { showFailure, showSuccess } from '../../../web/outcome-toasts.ts'
import { Switch } from '../../../web/ui/fields/switch.tsx'
import { type Integrations, switchIntegrations } from '../contract.ts'
import { rememberChange } from './integrations-api.ts'
import { payWithoutOwn } from './money-text.ts'

/**
 * Saves immediately. Shows the new state before the response arrives, and reverts it if the server refuses.
 */
export function MasterSwitch({ integrations }: { integrations: Integrations }) {
  const client = useQueryClient()
  const change = useMutation({
    // Requests run one after the other, so that the last press wins.
    scope: { id: 'integrations-switch' },
    mutationFn: (next: boolean) => call(switchIntegrations, { body: { enabled: next } }),
    onSuccess: async (answer) => {
      await rememberChange(client, 'enabled', answer)
      showSuccess(answer.enabled ? 'Integrations turned on' : 'Integrations turned off')
    },
    onError: (error) => showFailure('Failed to save settings securely', error),
  })
  const isOn = change.isPending ? change.variables : integrations.enabled
  const otherwise = payWithoutOwn(integrations)
  return (
    <Switch
      label="Enable All Integrations"
      description={
        isOn
          ? `Your connected accounts are used. Switched off, clients ${otherwise}, and ${productName} sends your mail; what you saved is kept.`
          : `Your own accounts are not used: clients ${otherwise}, and ${productName} sends your mail. What you saved is kept.`
      }
      checked={isOn}
      onCheckedChange={(next) => change.mutate(next)}
    />
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { productName } from '../../../shared/product.ts'
import { call, messageOf } from '../../../web/api-client.ts'
import { Switch } from '../../../web/ui/fields/switch.tsx'
import { showToast } from '../../../web/ui/toast.ts'
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
      showToast({
        title: answer.enabled ? 'Integrations turned on' : 'Integrations turned off',
        tone: 'success',
      })
    },
    onError: (error) =>
      showToast({
        title: 'Failed to save settings securely',
        description: messageOf(error, 'Please try again.'),
        tone: 'error',
      }),
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

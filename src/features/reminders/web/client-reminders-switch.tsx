import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, messageOf } from '../../../web/api-client.ts'
import { Switch } from '../../../web/ui/fields/switch.tsx'
import { showToast } from '../../../web/ui/toast.ts'
import { refreshInvoices } from '../../invoices/web/invoice-api.ts'
import { setClientReminders } from '../contract.ts'

interface ClientRemindersSwitchProps {
  clientId: string
  optedOut: boolean
}

export function ClientRemindersSwitch({ clientId, optedOut }: ClientRemindersSwitchProps) {
  const client = useQueryClient()
  const changing = useMutation({
    // The scope runs two quick clicks one after the other.
    scope: { id: `client-reminders-${clientId}` },
    mutationFn: (next: boolean) =>
      call(setClientReminders, { params: { id: clientId }, body: { optedOut: next } }),
    // Returns the refresh: the switch shows the chosen value until the new data has arrived.
    onSuccess: (_, nowOptedOut) => {
      showToast({
        title: nowOptedOut ? 'Reminders Off for This Client' : 'Reminders On for This Client',
        description: nowOptedOut
          ? 'No invoice to this client is reminded of automatically any more.'
          : 'This holds for all invoices to this client whose days are still to come.',
        tone: 'success',
      })
      return refreshInvoices(client)
    },
    onError: (error) =>
      showToast({
        title: 'The choice was not saved',
        description: messageOf(error, 'Please try again.'),
        tone: 'error',
      }),
  })
  return (
    <Switch
      label="Send reminders to this client"
      description="Holds for all invoices to them. Reminders that you send yourself still go."
      checked={!(changing.isPending ? changing.variables : optedOut)}
      onCheckedChange={(checked) => changing.mutate(!checked)}
    />
  )
}

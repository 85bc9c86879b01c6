import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, messageOf } from '../../../web/api-client.ts'
import { Switch } from '../../../web/ui/fields/switch.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { useMay } from '../../auth/web/session.ts'
import { refreshInvoices } from '../../invoices/web/invoice-api.ts'
import { setClientReminders } from '../contract.ts'

/** Whether a client gets automatic reminders. */
export function ClientRemindersSwitch({ clientId, optedOut }: { clientId: string; optedOut: boolean }) {
  const client = useQueryClient()
  const mayChange = useMay('sales.write')
  const changing = useMutation({
    // The scope runs two quick clicks one after the other.
    scope: { id: `client-reminders-${clientId}` },
    mutationFn: (next: boolean) =>
      call(setClientReminders, { params: { id: clientId }, body: { optedOut: next } }),
    // Returns the refresh: the switch shows the chosen value until the new data has arrived.
    onSuccess: (_, nowOptedOut) => {
      showSuccess(
        nowOptedOut ? 'Reminders Off for This Client' : 'Reminders On for This Client',
        nowOptedOut
          ? 'This client no longer gets automatic reminders.'
          : 'This applies to all reminders still to come for this client.',
      )
      return refreshInvoices(client)
    },
    onError: (error) => showError('The choice was not saved', messageOf(error, 'Please try again.')),
  })
  if (!mayChange) {
    return optedOut && <p className="text-sm text-muted">This client gets no automatic reminders.</p>
  }
  return (
    <Switch
      label="Send reminders to this client"
      description="Applies to all their invoices. You can still send reminders yourself."
      checked={!(changing.isPending ? changing.variables : optedOut)}
      onCheckedChange={(checked) => changing.mutate(!checked)}
    />
  )
}

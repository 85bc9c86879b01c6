import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, messageOf } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { refreshSession, useMay, useSession } from '../../auth/web/session.ts'
import type { cancelDeletion } from '../contract.ts'
import { keepsAccount } from '../rules.ts'

// Spelled out, so that no page loads the schemas of the contract.
const route = { method: 'delete', path: '/api/v1/account/deletion' } as const

export function KeepAccountButton({ variant }: { variant: 'link' | 'secondary' }) {
  const client = useQueryClient()
  const mayKeep = useMay('business.own')
  const state = useSession()
  const business =
    state.status === 'signed-in' && keepsAccount(state.session) ? state.session.business.name : null
  const keeping = useMutation({
    mutationFn: async () => {
      await call<typeof cancelDeletion>(route)
      await refreshSession(client)
    },
    onSuccess: () => {
      showSuccess('Deletion Canceled', `${business ?? 'Your account'} will not be deleted.`)
      // The button that had the focus has been removed.
      document.querySelector('main')?.focus({ preventScroll: true })
    },
    onError: (error) =>
      showError(
        'Deletion Not Canceled',
        messageOf(error, `${business ?? 'Your account'} is still scheduled for deletion. Please try again.`),
      ),
  })
  return (
    mayKeep && (
      <Button
        variant={variant}
        busy={keeping.isPending}
        busyLabel="Keeping..."
        onClick={() => keeping.mutate()}
      >
        {business === null ? 'Keep my account' : 'Keep the business'}
      </Button>
    )
  )
}

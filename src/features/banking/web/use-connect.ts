import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, call } from '../../../web/api-client.ts'
import { showSuccess } from '../../../web/outcome-toasts.ts'
import { showToast } from '../../../web/ui/toast.ts'
import { connectDemoBank, startBankLink } from '../contract.ts'
import type { DemoInstitution } from '../rules.ts'
import { refreshBanking, syncAndWait } from './banking-api.ts'

/** The demo bank waits a moment, like a real one. */
const demoPauseMs = 1000

export function showConnected(): void {
  showSuccess('Success', 'Bank account connected successfully!')
}

export function showConnectionFailed(error: unknown): void {
  const reason = error instanceof ApiError && error.message
  const description = reason || 'Failed to connect bank account. Please try again.'
  showToast({ title: 'Connection Failed', description, tone: 'error' })
}

/** Connects a bank of the demo. `connect` returns whether it worked. */
export function useConnectDemo() {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  // Kept until the request succeeds, so that a retry after a lost response returns the same connection.
  const requestIds = useRef(new Map<DemoInstitution, string>())
  return {
    isBusy,
    async connect(institution: DemoInstitution): Promise<boolean> {
      setIsBusy(true)
      try {
        const requestId = requestIds.current.get(institution) ?? crypto.randomUUID()
        requestIds.current.set(institution, requestId)
        await call(connectDemoBank, { body: { institution, requestId } })
        requestIds.current.delete(institution)
        await new Promise((resolve) => setTimeout(resolve, demoPauseMs))
        await refreshBanking(client)
        showConnected()
        // The transactions are fetched in the background.
        void syncAndWait(client).then(() => client.invalidateQueries({ queryKey: ['transactions'] }), ignore)
        return true
      } catch (error) {
        showConnectionFailed(error)
        void refreshBanking(client)
        return false
      } finally {
        setIsBusy(false)
      }
    },
  }
}

/** A failure does not matter here: the page fetches the same data the next time it opens. */
const ignore = () => undefined

export function useOpenLink(leaveFor: (url: string) => void) {
  return useMutation({
    mutationFn: (connectionId: string | null) => call(startBankLink, { body: { connectionId } }),
    onSuccess: ({ url }) => leaveFor(url),
    onError: showConnectionFailed,
  })
}

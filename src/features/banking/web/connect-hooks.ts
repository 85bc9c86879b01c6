import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call, messageOf, receivedUrl } from '../../../web/api-client.ts'
import { showError, showSuccess, showToast } from '../../../web/ui/toast.ts'
import { connectDemoBank, finishBankLink, startBankLink } from '../contract.ts'
import type { DemoInstitution } from '../rules.ts'
import { refreshBanking, syncAndWait } from './banking-api.ts'

/** The demo bank waits a moment, like a real one. */
const demoPauseMs = 1000

function showConnected(): void {
  showSuccess('Success', 'Bank account connected successfully!')
}

export function showConnectionFailed(error: unknown): void {
  showError('Connection Failed', messageOf(error, 'Failed to connect bank account. Please try again.'))
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
    mutationFn: async (connectionId: string | null) =>
      receivedUrl(await call(startBankLink, { body: { connectionId } })),
    onSuccess: leaveFor,
    onError: showConnectionFailed,
  })
}

const pollIntervalMs = 1500
const maxPolls = 20

/** Finishes a link once after the owner is back from the aggregator's page, then calls `onDone`. */
export function useFinishLink(link: string | undefined, onDone: () => void) {
  const client = useQueryClient()
  const [isFinishing, setIsFinishing] = useState(false)
  const startedLink = useRef<string>(undefined)

  useEffect(() => {
    if (link === undefined || startedLink.current === link) return
    startedLink.current = link
    setIsFinishing(true)
    void finishAndReport(client, link).finally(() => {
      setIsFinishing(false)
      onDone()
    })
  }, [client, link, onDone])

  return isFinishing
}

async function finishAndReport(client: QueryClient, link: string): Promise<void> {
  try {
    const outcome = await finish(link)
    await refreshBanking(client)
    if (outcome === 'connected') {
      showConnected()
      // The transactions are fetched in the background.
      void syncAndWait(client).catch(() => undefined)
    } else {
      showToast(unfinished[outcome])
    }
  } catch (error) {
    showConnectionFailed(error)
  }
}

const unfinished = {
  left: { title: 'Nothing was changed', description: 'You left your bank’s page before you were done.' },
  open: {
    title: 'Not finished yet',
    description: 'The bank hasn’t answered yet. Please check again in a minute.',
  },
}

async function finish(id: string): Promise<'connected' | 'left' | 'open'> {
  for (let poll = 0; poll < maxPolls; poll++) {
    const { outcome } = await call(finishBankLink, { params: { id } })
    if (outcome !== 'open') return outcome
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
  }
  return 'open'
}

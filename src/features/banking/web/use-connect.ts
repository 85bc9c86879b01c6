import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, call } from '../../../web/api-client.ts'
import { showToast } from '../../../web/ui/toast.ts'
import { connectDemoBank, startBankLink } from '../contract.ts'
import type { DemoInstitution } from '../rules.ts'
import { refreshBanking, syncAndWait } from './banking-api.ts'
import { connectionFailed } from './banking-text.ts'

/** The demo bank takes a moment, as a real one does. */
const demoPauseMs = 1000

export function showConnected(): void {
  showToast({ title: 'Success', description: 'Bank account connected successfully!', tone: 'success' })
}

export function showConnectionFailed(error: unknown): void {
  showToast({
    title: connectionFailed.title,
    description: error instanceof ApiError && error.message ? error.message : connectionFailed.fallback,
    tone: 'error',
  })
}

/** Connects a bank of the demo. Tells whether it worked. */
export function useConnectDemo() {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  // Kept until it has worked: an answer that was lost on its way is then the answer to the next try.
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
        // Its transactions come in meanwhile; nobody has to wait for them.
        void syncAndWait(client).then(
          () => client.invalidateQueries({ queryKey: ['transactions'] }),
          noMatter,
        )
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

/** The same is fetched by the next look at the page. */
const noMatter = () => undefined

/** Goes to the page on which a bank is chosen, or signed in to again. */
export function useOpenLink(leaveFor: (url: string) => void) {
  const [isOpening, setIsOpening] = useState(false)
  return {
    isOpening,
    async open(connectionId: string | null): Promise<void> {
      setIsOpening(true)
      try {
        const { url } = await call(startBankLink, { body: { connectionId } })
        leaveFor(url)
      } catch (error) {
        showConnectionFailed(error)
      } finally {
        setIsOpening(false)
      }
    },
  }
}

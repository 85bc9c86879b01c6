import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../web/api-client.ts'
import { showToast } from '../../../web/ui/toast.ts'
import { finishBankLink } from '../contract.ts'
import { refreshBanking, syncAndWait } from './banking-api.ts'
import { showConnected, showConnectionFailed } from './use-connect.ts'

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
  left: { title: 'Nothing was changed', description: 'You left your bank’s page before the end.' },
  open: {
    title: 'Not finished yet',
    description: 'The bank has not answered so far. Please look again in a minute.',
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

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../web/api-client.ts'
import { showToast } from '../../../web/ui/toast.ts'
import { finishBankLink } from '../contract.ts'
import { refreshBanking, syncAndWait } from './banking-api.ts'
import { showConnected, showConnectionFailed } from './use-connect.ts'

const pollIntervalMs = 1500
const longestLooks = 20

/** Back from the aggregator's page: takes over what was done there, once, then calls `onDone`. */
export function useFinishLink(link: string | undefined, onDone: () => void) {
  const client = useQueryClient()
  const [isFinishing, setIsFinishing] = useState(false)
  const begun = useRef<string>(undefined)

  useEffect(() => {
    if (link === undefined || begun.current === link) return
    begun.current = link
    setIsFinishing(true)
    void takeOver(client, link).finally(() => {
      setIsFinishing(false)
      onDone()
    })
  }, [client, link, onDone])

  return isFinishing
}

async function takeOver(client: QueryClient, link: string): Promise<void> {
  try {
    const outcome = await finish(link)
    await refreshBanking(client)
    if (outcome === 'connected') {
      showConnected()
      // Its transactions come in meanwhile; nobody has to wait for them.
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
  for (let look = 0; look < longestLooks; look++) {
    const { outcome } = await call(finishBankLink, { params: { id } })
    if (outcome !== 'open') return outcome
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
  }
  return 'open'
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { refreshSession, useSession } from '../../auth/web/session.ts'
import type { getLive } from '../contract.ts'
import { topics } from '../rules.ts'
import { createLiveConnection } from './live-connection.ts'
import { createRefresher } from './refresh-topics.ts'

// Checked against the contract by type only, so that the first page loads none of its schemas.
const path: (typeof getLive)['path'] = '/api/v1/live'

/** After a server was away, the pages that come back do not all ask at once. */
const spreadMs = 1000

/** Keeps what is shown up to date while somebody signed in looks at a page that is not for everybody. */
export function useLive(isWanted: boolean): void {
  const client = useQueryClient()
  const state = useSession()
  const user = state.status === 'signed-in' && !state.session.user.mustChangePassword && state.session.user.id
  const listener = isWanted && user
  const hasListened = useRef(false)

  useEffect(() => {
    if (!listener) return undefined
    const refresher = createRefresher(client, isEditing)
    const connection = createLiveConnection({
      open: () => new EventSource(path),
      isAgain: hasListened.current,
      onChange: (changed) => {
        // Not in turn with the rest: whoever may no longer be here leaves at once.
        if (changed.includes('session')) void refreshSession(client)
        refresher.refresh(changed.filter((topic) => topic !== 'session'))
      },
      onMissed: () => refresher.refresh(topics, Math.random() * spreadMs),
      onRefused: () => void refreshSession(client),
    })
    hasListened.current = true
    const look = () => (document.visibilityState === 'hidden' ? connection.hide() : connection.show())
    look()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('online', connection.renew)
    // A page that the browser keeps for the way back must hold no connection.
    window.addEventListener('pagehide', connection.stop)
    window.addEventListener('pageshow', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('online', connection.renew)
      window.removeEventListener('pagehide', connection.stop)
      window.removeEventListener('pageshow', look)
      connection.stop()
      refresher.stop()
    }
  }, [client, listener])
}

function isEditing(): boolean {
  return Boolean(document.activeElement?.closest('form'))
}

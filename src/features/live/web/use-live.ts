import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ownUrl } from '../../../web/tab-business.ts'
import { refreshSession, useSession } from '../../auth/web/session.ts'
import type { getLive } from '../contract.ts'
import { recallMs, topics } from '../rules.ts'
import { createLiveConnection } from './create-live-connection.ts'
import { createRefresher } from './create-refresher.ts'

// Only the types come from the contract, so that the first page loads none of its schemas.
const path: (typeof getLive)['path'] = '/api/v1/live'

/** Spreads the requests of all pages after the server was unavailable. */
const spreadMs = 1000

export function useLive(isEnabled: boolean): void {
  const client = useQueryClient()
  const state = useSession()
  // Another user, or another business of the same one, needs another stream.
  const reader =
    state.status === 'signed-in' &&
    !state.session.user.mustChangePassword &&
    `${state.session.user.id} ${state.session.business.id}`
  const listener = isEnabled && reader
  const hasListened = useRef(false)

  useEffect(() => {
    if (!listener) return undefined
    const refresher = createRefresher(client, isEditing)
    const connection = createLiveConnection({
      open: () => new EventSource(ownUrl(`${path}?since=${pageAge()}`)),
      isAgain: hasListened.current,
      onChange: (changed) => {
        // Not queued with the other topics: a user who lost access must leave at once.
        if (changed.includes('session')) void refreshSession(client)
        refresher.refresh(changed.filter((topic) => topic !== 'session'))
      },
      onMissed: () => refresher.refresh(topics, Math.random() * spreadMs),
      onRefused: () => void refreshSession(client),
    })
    hasListened.current = true
    const updateVisibility = () =>
      document.visibilityState === 'hidden' ? connection.hide() : connection.show()
    updateVisibility()
    document.addEventListener('visibilitychange', updateVisibility)
    window.addEventListener('online', connection.renew)
    // A page in the back/forward cache must not keep a connection open.
    window.addEventListener('pagehide', connection.stop)
    window.addEventListener('pageshow', updateVisibility)
    return () => {
      document.removeEventListener('visibilitychange', updateVisibility)
      window.removeEventListener('online', connection.renew)
      window.removeEventListener('pagehide', connection.stop)
      window.removeEventListener('pageshow', updateVisibility)
      connection.stop()
      refresher.stop()
    }
  }, [client, listener])
}

/** The page has read nothing before it was loaded. */
function pageAge(): number {
  return Math.min(recallMs, Math.round(performance.now()))
}

function isEditing(): boolean {
  return Boolean(document.activeElement?.closest('form'))
}

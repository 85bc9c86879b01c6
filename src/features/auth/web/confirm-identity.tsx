import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { call, onConfirmationNeeded } from '../../../web/api-client.ts'
import type { getConfirmation } from '../contract.ts'
import { useSession } from './session.ts'

// Only the types come from the contract: this is part of every page, and the schemas would add to its size.
const route: Pick<typeof getConfirmation, 'method' | 'path'> = { method: 'get', path: '/api/v1/auth/confirm' }

const loadDialog = () =>
  import('./confirm-identity-dialog.tsx').then((module) => ({ default: module.ConfirmIdentityDialog }))
const LazyDialog = lazy(loadDialog)

/** Asks users to confirm their identity whenever an API call needs it for a sensitive change. */
export function ConfirmIdentity() {
  const state = useSession()
  if (state.status !== 'signed-in') return null
  return <Confirmation email={state.session.user.email} google={state.google} />
}

function Confirmation(person: { email: string; google: boolean }) {
  const [open, setOpen] = useState(false)
  const [hasPassword, setHasPassword] = useState<boolean>()
  const resolveWaiting = useRef<(isConfirmed: boolean) => void>(undefined)

  useEffect(() => {
    const stop = onConfirmationNeeded(async () => {
      // Loaded before opening, so that a failed load does not break the page.
      const [confirmation] = await Promise.all([call<typeof getConfirmation>(route), loadDialog()])
      setHasPassword(confirmation.hasPassword)
      setOpen(true)
      return new Promise((resolve) => {
        resolveWaiting.current = resolve
      })
    })
    return () => {
      stop()
      // The user signed out meanwhile, so reject the waiting call.
      resolveWaiting.current?.(false)
    }
  }, [])

  if (hasPassword === undefined) return null
  return (
    <Suspense fallback={null}>
      <LazyDialog
        {...person}
        open={open}
        hasPassword={hasPassword}
        onFinish={(isConfirmed) => {
          resolveWaiting.current?.(isConfirmed)
          setOpen(false)
        }}
      />
    </Suspense>
  )
}

import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { call, onConfirmationNeeded } from '../../../web/api-client.ts'
import type { getConfirmation } from '../contract.ts'
import { useSession } from './session.ts'

// Checked against the contract by type only: this is part of every page, and schemas weigh a lot.
const route: Pick<typeof getConfirmation, 'method' | 'path'> = { method: 'get', path: '/api/v1/auth/confirm' }

const loadDialog = () =>
  import('./confirm-identity-dialog.tsx').then((module) => ({ default: module.ConfirmIdentityDialog }))
const LazyDialog = lazy(loadDialog)

/** Asks people who they are when the server wants to know it before a sensitive change, whichever call that was. */
export function ConfirmIdentity() {
  const state = useSession()
  if (state.status !== 'signed-in') return null
  return <Confirmation email={state.session.user.email} google={state.google} />
}

function Confirmation(person: { email: string; google: boolean }) {
  const [open, setOpen] = useState(false)
  const [hasPassword, setHasPassword] = useState<boolean>()
  const answer = useRef<(isConfirmed: boolean) => void>(undefined)

  useEffect(() => {
    const stop = onConfirmationNeeded(async () => {
      // Before it opens, so that it neither changes while it is read nor breaks the page when it cannot be had.
      const [how] = await Promise.all([call<typeof getConfirmation>(route), loadDialog()])
      setHasPassword(how.hasPassword)
      setOpen(true)
      return new Promise((resolve) => {
        answer.current = resolve
      })
    })
    return () => {
      stop()
      // Signed out meanwhile: whatever waits is told no.
      answer.current?.(false)
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
          answer.current?.(isConfirmed)
          setOpen(false)
        }}
      />
    </Suspense>
  )
}

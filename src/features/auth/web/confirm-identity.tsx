import { Suspense, lazy, useCallback, useEffect, useRef, useState } from 'react'

import { call, onConfirmationNeeded } from '../../../web/api-client.ts'
import { useSession } from '../../../web/session.ts'
import type { getConfirmation } from '../contract.ts'

// Checked against the contract by type only: this is part of every page, and schemas weigh a lot.
const route: Pick<typeof getConfirmation, 'method' | 'path'> = { method: 'get', path: '/api/v1/auth/confirm' }

const loadDialog = () =>
  import('./confirm-identity-dialog.tsx').then((module) => ({ default: module.ConfirmIdentityDialog }))
const LazyDialog = lazy(loadDialog)

/** Asks people who they are when the server wants to know it before a sensitive change, whichever call that was. */
export function ConfirmIdentity() {
  const state = useSession()
  const [open, setOpen] = useState(false)
  const [hasPassword, setHasPassword] = useState<boolean>()
  const answer = useRef<(isConfirmed: boolean) => void>(undefined)

  const finish = useCallback((isConfirmed: boolean) => {
    answer.current?.(isConfirmed)
    answer.current = undefined
    setOpen(false)
  }, [])

  useEffect(
    () =>
      onConfirmationNeeded(async () => {
        // Before it opens, so that it neither changes while it is read nor breaks the page when it cannot be had.
        const [how] = await Promise.all([call<typeof getConfirmation>(route), loadDialog()])
        setHasPassword(how.hasPassword)
        setOpen(true)
        return new Promise((resolve) => {
          answer.current = resolve
        })
      }),
    [],
  )
  const isSignedIn = state.status === 'signed-in'
  useEffect(() => {
    if (!isSignedIn) finish(false)
  }, [isSignedIn, finish])

  if (!isSignedIn || hasPassword === undefined) return null
  return (
    <Suspense fallback={null}>
      <LazyDialog
        open={open}
        hasPassword={hasPassword}
        google={state.google}
        email={state.session.user.email}
        onFinish={finish}
      />
    </Suspense>
  )
}

import { Trash2 } from 'lucide-react'
import { useMay, useSession } from '../../auth/web/session.ts'
import { deletionDate, keepsAccount } from '../rules.ts'
import { KeepAccountButton } from './keep-account-button.tsx'

/** Shown on every page while a deletion is scheduled. */
export function DeletionBanner() {
  const state = useSession()
  const isOwner = useMay('business.own')
  if (state.status !== 'signed-in' || !state.session.business.deleteAfter) return null
  const { session } = state
  const { business } = session
  const date = deletionDate(state.session.business.deleteAfter, business.timeZone)
  return (
    <section aria-label="Account deletion" className="border-b border-border bg-negative-soft print:hidden">
      <div className="mx-auto flex w-full max-w-page items-center gap-x-3 px-4 py-1.5 text-sm sm:px-6">
        <Trash2 aria-hidden className="size-4 shrink-0 text-negative" />
        <p className="min-w-0 text-foreground max-sm:flex-1">
          {isOwner && !keepsAccount(session) ? 'Your account' : <bdi>{business.name}</bdi>} will be deleted on{' '}
          {date}.
        </p>
        <div className="shrink-0">
          <KeepAccountButton variant="link" />
        </div>
      </div>
    </section>
  )
}

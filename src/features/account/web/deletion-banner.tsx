import { Trash2 } from 'lucide-react'
import { useSession } from '../../auth/web/session.ts'
import { deletionDate } from '../rules.ts'
import { KeepAccountButton } from './keep-account-button.tsx'

/** Shown on every page while a deletion is scheduled. */
export function DeletionBanner() {
  const state = useSession()
  const business = state.status === 'signed-in' ? state.session.business : undefined
  if (!business?.deleteAfter) return null
  const date = deletionDate(business.deleteAfter, business.timeZone)
  return (
    <section aria-label="Account deletion" className="border-b border-border bg-negative-soft print:hidden">
      <div className="mx-auto flex w-full max-w-page items-start gap-x-3 px-4 py-1.5 text-sm sm:items-center sm:px-6">
        <Trash2 aria-hidden className="mt-3.5 size-4 shrink-0 text-negative sm:mt-0" />
        <div className="flex min-w-0 flex-1 flex-col items-start gap-x-3 sm:flex-row sm:flex-wrap sm:items-center">
          <p className="pt-3 text-foreground sm:py-1">Your account will be deleted on {date}.</p>
          <KeepAccountButton variant="link" />
        </div>
      </div>
    </section>
  )
}

import { Link, useLocation } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { textLink } from '../../../web/ui/text-link.ts'
import { useSession } from '../../auth/web/session.ts'

/** Shown on every page to a member who was offered the business; the answer is given in the settings. */
export function OfferBanner() {
  const state = useSession()
  const isThere = useLocation({
    select: ({ pathname, search }) => pathname === '/settings' && search.tab === 'team',
  })
  if (state.status !== 'signed-in' || !state.session.isOffered || isThere) return null
  return (
    <section aria-label="Offer" className="border-b border-border bg-accent-soft print:hidden">
      <div className="mx-auto flex w-full max-w-page items-center gap-x-3 px-4 py-1.5 text-sm sm:px-6">
        <KeyRound aria-hidden className="size-4 shrink-0 text-accent" />
        <p className="min-w-0 wrap-anywhere text-foreground max-sm:flex-1">
          You were offered {state.session.business.name} as its owner.
        </p>
        <Link
          to="/settings"
          search={{ tab: 'team' }}
          className={`${textLink} shrink-0 py-2 touch:inline-flex touch:min-h-11 touch:items-center`}
        >
          Answer
        </Link>
      </div>
    </section>
  )
}

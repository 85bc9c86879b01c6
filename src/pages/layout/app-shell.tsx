import { Link, Outlet } from '@tanstack/react-router'
import { DeletionBanner } from '../../features/account/web/deletion-banner.tsx'
import { ConfirmIdentity } from '../../features/auth/web/confirm-identity.tsx'
import { useSession } from '../../features/auth/web/session.ts'
import { VerificationNotice } from '../../features/auth/web/verification-notice.tsx'
import { useLive } from '../../features/live/web/use-live.ts'
import { OfferBanner } from '../../features/team/web/offer-banner.tsx'
import { productName } from '../../shared/product.ts'
import { Toaster } from '../../web/ui/toaster.tsx'
import { AccessGate } from './access-gate.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { useCurrentPage } from './use-current-page.ts'

export function AppShell() {
  const { bare = false } = useCurrentPage()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="z-50 rounded-md bg-accent px-4 py-3 font-medium text-accent-foreground not-focus:sr-only focus:fixed focus:top-3 focus:left-3 print:hidden"
      >
        Skip to content
      </a>
      <RouteAnnouncer />
      <LiveUpdates />
      {!bare && <SiteHeader />}
      {!bare && <DeletionBanner />}
      {!bare && <OfferBanner />}
      {!bare && <VerificationReminder />}
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        <AccessGate>
          <Outlet />
        </AccessGate>
      </main>
      {bare ? <BareFooter /> : <SiteFooter />}
      <ConfirmIdentity />
      <Toaster atBottom={bare} />
    </div>
  )
}

function LiveUpdates() {
  const { access } = useCurrentPage()
  useLive(access === 'user' || access === 'admin')
  return null
}

function VerificationReminder() {
  const state = useSession()
  const user = state.status === 'signed-in' ? state.session.user : undefined
  if (!user || user.emailVerified || user.mustChangePassword) return null
  return <VerificationNotice email={user.email} />
}

function BareFooter() {
  return (
    <footer className="pb-4 text-center text-sm text-muted print:hidden">
      Sent with{' '}
      <Link
        to="/"
        className="inline-flex min-h-11 items-center rounded-sm font-medium text-foreground hover:underline"
      >
        {productName}
      </Link>
    </footer>
  )
}

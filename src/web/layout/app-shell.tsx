import { Outlet } from '@tanstack/react-router'

import { VerificationNotice } from '../../features/auth/web/verification-notice.tsx'
import { useSession } from '../session.ts'
import { Toaster } from '../ui/toaster.tsx'
import { AccessGate } from './access-gate.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

export function AppShell() {
  const state = useSession()
  const user = state.status === 'signed-in' ? state.session.user : undefined
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="z-50 rounded-md bg-accent px-4 py-3 font-medium text-accent-foreground not-focus:sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <RouteAnnouncer />
      <SiteHeader />
      {user && !user.emailVerified && !user.mustChangePassword && <VerificationNotice email={user.email} />}
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        <AccessGate>
          <Outlet />
        </AccessGate>
      </main>
      <SiteFooter />
      <Toaster />
    </div>
  )
}

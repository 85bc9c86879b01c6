import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type SessionState, useSession } from '../../features/auth/web/session.ts'
import { classNames } from '../../web/ui/class-names.ts'
import { Logo } from './logo.tsx'
import { NavigationItems } from './navigation-items.tsx'
import { SmallScreenMenu } from './small-screen-menu.tsx'
import { ThemeControl } from './theme-control.tsx'

const settlingMs = 400

export function SiteHeader() {
  const state = useSession()
  const settling = useSettling(state.status)
  return (
    <header className="@container/header sticky top-0 z-30 border-b border-border bg-surface/95 backdrop-blur-sm">
      <div className="mx-auto flex h-16 w-full max-w-page items-center gap-2 px-4 sm:px-6">
        <Link to="/" className="mr-auto flex min-h-11 items-center rounded-md">
          <Logo />
        </Link>
        <nav
          aria-label="Main"
          className={classNames('hidden items-center gap-0.5 lg:flex', settling && 'pointer-events-none')}
        >
          <NavigationItems state={state} as="row" />
        </nav>
        <ThemeControl />
        <SmallScreenMenu state={state} />
      </div>
    </header>
  )
}

/** True for a moment after signing out: a double click on Sign Out must not open the link in its place. */
function useSettling(status: SessionState['status']): boolean {
  const [before, setBefore] = useState(status)
  const [settling, setSettling] = useState(false)
  if (before !== status) {
    setBefore(status)
    if (before === 'leaving' && status === 'signed-out') setSettling(true)
  }
  useEffect(() => {
    if (!settling) return undefined
    const timer = setTimeout(() => setSettling(false), settlingMs)
    return () => clearTimeout(timer)
  }, [settling])
  return settling
}

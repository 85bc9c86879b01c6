import { Link, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon, Moon, Sun, X } from 'lucide-react'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { type SessionState, useSession } from '../../features/auth/web/session.ts'
import { BusinessControl } from '../../features/team/web/business-control.tsx'
import { Button } from '../../web/ui/button.tsx'
import { classNames } from '../../web/ui/class-names.ts'
import { Logo } from './logo.tsx'
import { MentionsButton, MentionsDot, MentionsItem } from './mentions.tsx'
import { NavigationItems } from './navigation-items.tsx'
import { PaletteButton } from './palette/palette-button.tsx'

const settlingMs = 400

export function SiteHeader() {
  const state = useSession()
  const settling = useSettling(state.status)
  return (
    <header className="@container/header sticky top-0 z-30 border-b border-border bg-surface/95 backdrop-blur-sm print:hidden">
      <div className="mx-auto flex h-16 w-full max-w-page items-center gap-2 px-4 sm:px-6">
        <div className="mr-auto flex items-center gap-2">
          <Link to="/" className="flex min-h-11 items-center rounded-md">
            <Logo />
          </Link>
          {state.status === 'signed-in' && state.session.businesses.length > 1 && (
            // Beside the link to the admin area there is no room for it on the narrowest row.
            <div className={state.session.user.role === 'admin' ? 'hidden xl:block' : 'hidden lg:block'}>
              <BusinessControl session={state.session} />
            </div>
          )}
        </div>
        <nav
          aria-label="Main"
          className={classNames('hidden items-center gap-0.5 lg:flex', settling && 'pointer-events-none')}
        >
          <NavigationItems state={state} as="row" />
        </nav>
        {state.status === 'signed-in' && <PaletteButton />}
        <MentionsButton />
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

function SmallScreenMenu({ state }: { state: SessionState }) {
  const href = useRouterState({ select: ({ location }) => location.href })
  // The URL on which the menu was opened, so that a navigation closes it.
  const [openOn, setOpenOn] = useState<string>()
  const open = openOn === href
  const container = useRef<HTMLDivElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)

  function close() {
    setOpenOn(undefined)
    // The chosen item disappears with the menu. A dialog that it opens returns the focus to this button.
    toggle.current?.focus()
  }

  useEffect(() => {
    if (!open) return undefined
    function closeOutside(event: PointerEvent) {
      if (event.target instanceof Node && !container.current?.contains(event.target)) setOpenOn(undefined)
    }
    function closeOnEscape(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      setOpenOn(undefined)
      toggle.current?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [open])

  return (
    <div ref={container} className="lg:hidden">
      <Button
        ref={toggle}
        variant="ghost"
        size="icon"
        className="relative"
        aria-label="Menu"
        aria-expanded={open}
        aria-controls="small-screen-menu"
        onClick={() => setOpenOn(open ? undefined : href)}
      >
        {open ? <X aria-hidden className="size-5!" /> : <MenuIcon aria-hidden className="size-5!" />}
        {!open && <MentionsDot />}
      </Button>
      <nav
        id="small-screen-menu"
        aria-label="Main"
        hidden={!open}
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] animate-fade-in flex-col gap-1 overflow-y-auto border-b border-border bg-surface-raised p-4 shadow-float not-[[hidden]]:flex"
      >
        {open && <MentionsItem onChoose={close} />}
        {open && <NavigationItems state={state} as="list" onChoose={close} />}
      </nav>
    </div>
  )
}

function loadThemeToggle() {
  return import('../../web/ui/theme-toggle.tsx').then((module) => ({ default: module.ThemeToggle }))
}

const ThemeToggle = lazy(loadThemeToggle)

/** The theme's button. Its menu is larger than the rest of the header, so it is loaded on demand. */
function ThemeControl() {
  const [wanted, setWanted] = useState(false)
  const button = (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Theme"
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void loadThemeToggle()}
      onFocus={() => void loadThemeToggle()}
      onClick={() => setWanted(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        setWanted(true)
      }}
    >
      <Sun aria-hidden className="dark:hidden" />
      <Moon aria-hidden className="hidden dark:block" />
    </Button>
  )
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <ThemeToggle defaultOpen />
    </Suspense>
  )
}

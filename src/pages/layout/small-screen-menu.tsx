import { useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { SessionState } from '../../features/auth/web/session.ts'
import { Button } from '../../web/ui/button.tsx'
import { NavigationItems } from './navigation-items.tsx'

export function SmallScreenMenu({ state }: { state: SessionState }) {
  const place = useRouterState({ select: ({ location }) => location.href })
  // Open for the page it was opened on, so that going elsewhere closes it.
  const [openOn, setOpenOn] = useState<string>()
  const open = openOn === place
  const container = useRef<HTMLDivElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)

  function close() {
    setOpenOn(undefined)
    // What was chosen goes with the menu, and a dialog that it opens leads back to where the focus was.
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
        aria-label="Menu"
        aria-expanded={open}
        aria-controls="small-screen-menu"
        onClick={() => setOpenOn(open ? undefined : place)}
      >
        {open ? <X aria-hidden className="size-5!" /> : <MenuIcon aria-hidden className="size-5!" />}
      </Button>
      <nav
        id="small-screen-menu"
        aria-label="Main"
        hidden={!open}
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] animate-fade-in flex-col gap-1 overflow-y-auto border-b border-border bg-surface-raised p-4 shadow-float not-[[hidden]]:flex"
      >
        {open && <NavigationItems state={state} as="list" onChoose={close} />}
      </nav>
    </div>
  )
}

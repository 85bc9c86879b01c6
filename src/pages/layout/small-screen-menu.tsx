import { useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { SessionState } from '../../features/auth/web/session.ts'
import { Button } from '../../web/ui/button.tsx'
import { NavigationItems } from './navigation-items.tsx'

export function SmallScreenMenu({ state }: { state: SessionState }) {
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
        aria-label="Menu"
        aria-expanded={open}
        aria-controls="small-screen-menu"
        onClick={() => setOpenOn(open ? undefined : href)}
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

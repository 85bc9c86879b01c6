import { CircleCheck, CircleX, Info, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { returnFocus } from './return-focus.ts'
import { type Toast, dismissToast, getToast, subscribeToToast } from './toast.ts'

const shownForMs = 5000

const tones = {
  default: { icon: Info, ink: 'text-accent' },
  success: { icon: CircleCheck, ink: 'text-positive' },
  error: { icon: CircleX, ink: 'text-negative' },
}

interface ToasterProps {
  /** For a page without the header, whose most important content is at the top. */
  atBottom?: boolean
}

export function Toaster({ atBottom = false }: ToasterProps) {
  const toast = useSyncExternalStore(subscribeToToast, getToast, () => null)
  return (
    // A modal dialog hides the rest of the page from screen readers, except live regions. The value "off"
    // makes this section one without announcing anything twice: the alert inside announces itself.
    <section
      aria-label="Notifications"
      aria-live="off"
      className={classNames(
        'pointer-events-none fixed inset-x-0 z-60 flex justify-center p-3',
        // Below the header, so that its buttons stay usable.
        atBottom ? 'bottom-[env(safe-area-inset-bottom)]' : 'top-[calc(4rem+env(safe-area-inset-top))]',
        'sm:inset-x-auto sm:top-auto sm:right-0 sm:bottom-0 sm:p-6',
      )}
    >
      {toast && <ToastCard key={toast.id} toast={toast} />}
    </section>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const paused = hovered || focused
  const remaining = useRef(shownForMs)
  const cameFrom = useRef<HTMLElement | null>(null)

  useEffect(() => {
    if (paused) return undefined
    const startedAt = Date.now()
    const timer = setTimeout(dismissToast, remaining.current)
    return () => {
      clearTimeout(timer)
      remaining.current -= Date.now() - startedAt
    }
  }, [paused])

  const { icon: Icon, ink } = tones[toast.tone]
  const { action } = toast

  function close() {
    dismissToast()
    if (focused) returnFocus(cameFrom.current)
  }

  return (
    <div
      data-toast
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={(event) => {
        if (event.relatedTarget instanceof HTMLElement) cameFrom.current = event.relatedTarget
        setFocused(true)
      }}
      onBlur={() => setFocused(false)}
      className="pointer-events-auto w-full max-w-md animate-drop-in sm:w-96"
    >
      <div
        role="alert"
        className={classNames(
          'flex gap-3 rounded-lg border bg-surface-raised py-3 pr-2 pl-4 shadow-float',
          toast.description ? 'items-start' : 'items-center',
          toast.tone === 'error' ? 'border-negative/40' : 'border-border',
        )}
      >
        <Icon aria-hidden className={classNames('size-4 shrink-0', toast.description && 'mt-1', ink)} />
        <div className="min-w-0 flex-1 py-0.5 text-sm">
          <p className="font-semibold text-foreground">{toast.title}</p>
          {toast.description && <p className="mt-0.5 break-words text-muted">{toast.description}</p>}
        </div>
        {action && (
          <Button
            variant="secondary"
            size="sm"
            onClick={() => {
              close()
              action.onPress()
            }}
          >
            {action.label}
          </Button>
        )}
        <button
          type="button"
          aria-label="Close"
          onClick={close}
          className="-my-1 flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-surface-sunken hover:text-foreground touch:size-11"
        >
          <X aria-hidden className="size-4" />
        </button>
      </div>
    </div>
  )
}

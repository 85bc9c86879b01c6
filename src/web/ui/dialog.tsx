import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { focusOrigin, returnFocus } from './return-focus.ts'

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-lg', lg: 'sm:max-w-2xl' }

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  footer?: ReactNode
  size?: keyof typeof widths
  /** `false` for a dialog that the user must answer: no Escape, no click outside, no close button. */
  dismissible?: boolean
  role?: 'dialog' | 'alertdialog'
  /** Gets the focus if what opened the dialog no longer exists; by default the main element. */
  fallbackFocus?: RefObject<HTMLElement | null> | undefined
  /** Called when the dialog has closed. Returns whether it moved the focus; if not, that goes back to what opened the dialog. */
  moveFocus?: (() => boolean) | undefined
  children?: ReactNode
}

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  footer,
  size = 'md',
  dismissible = true,
  role = 'dialog',
  fallbackFocus,
  moveFocus,
  children,
}: DialogProps) {
  const origin = useRef<HTMLElement | null>(null)

  function keepOpen(event: Event) {
    const outside = event instanceof CustomEvent ? event.target : null
    const onToast = outside instanceof Element && outside.closest('[data-toast]') !== null
    if (!dismissible || onToast) event.preventDefault()
  }

  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-50 bg-overlay data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Primitive.Content
          role={role}
          aria-modal
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={() => {
            origin.current = focusOrigin()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (!moveFocus?.()) returnFocus(origin.current, fallbackFocus?.current)
          }}
          onEscapeKeyDown={keepOpen}
          onInteractOutside={keepOpen}
          className={classNames(
            // Keeps it the containing block of the lists inside it. Only its animation would make it one, and in Chromium a
            // list that opens meanwhile is not placed again afterwards: it would be outside the window.
            'contain-layout',
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-xl border border-border bg-surface-raised shadow-float outline-none',
            'data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in',
            'sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[min(85dvh,48rem)] sm:w-[calc(100%-4rem)] sm:rounded-xl',
            'sm:data-[state=closed]:animate-pop-out sm:data-[state=open]:animate-pop-in',
            widths[size],
          )}
        >
          <div className={classNames('px-4 pt-5 sm:px-6 sm:pt-6', dismissible && 'pr-14! sm:pr-16!')}>
            <Primitive.Title className="text-lg font-semibold text-foreground">{title}</Primitive.Title>
            {description && (
              <Primitive.Description className="mt-1 text-sm wrap-anywhere text-muted">
                {description}
              </Primitive.Description>
            )}
          </div>
          {children && (
            <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-4 pb-1 max-sm:pb-4 sm:px-6">
              {children}
            </div>
          )}
          <div
            className={classNames(
              'flex flex-col-reverse gap-2 px-4 pb-[max(1.25rem,env(safe-area-inset-bottom))]',
              'sm:flex-row sm:justify-end sm:px-6 sm:pb-6',
              !!footer && 'pt-5',
              // The border shows that the content continues below the buttons of a low sheet.
              !!footer && !!children && 'max-sm:border-t max-sm:border-border max-sm:pt-4',
            )}
          >
            {footer}
          </div>
          {/* The last element, so that the first field gets the focus and not the close button. */}
          {dismissible && (
            <Primitive.Close asChild>
              <Button
                variant="ghost"
                size="icon"
                aria-label="Close"
                className="absolute top-3 right-2 sm:top-4 sm:right-4"
              >
                <X aria-hidden />
              </Button>
            </Primitive.Close>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

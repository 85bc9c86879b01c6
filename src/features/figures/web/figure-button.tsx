import { useState } from 'react'
import { classNames } from '../../../web/ui/class-names.ts'
import type { FigureRef } from './figure-api.ts'
import { FigureDialog } from './figure-dialog.tsx'

interface FigureButtonProps extends FigureRef {
  label: string
  className?: string | undefined
  /** The figure as it is shown. */
  children: string
}

/** A figure that opens the list of what it is made of. */
export function FigureButton({ label, className, children, ...figureRef }: FigureButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        title="Why this number?"
        aria-label={`Why this number? ${label}, ${children}`}
        aria-haspopup="dialog"
        className={classNames(
          'rounded-sm text-left underline decoration-current/60 decoration-dotted decoration-1 underline-offset-4 transition-colors hover:decoration-current hover:decoration-solid',
          // Enlarges the touch target without moving the content around it.
          'touch:relative touch:after:absolute touch:after:-inset-x-2 touch:after:top-1/2 touch:after:h-11 touch:after:min-w-11 touch:after:-translate-y-1/2',
          className,
        )}
        onClick={() => setIsOpen(true)}
      >
        {children}
      </button>
      <FigureDialog {...figureRef} label={label} open={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}

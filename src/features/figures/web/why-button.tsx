import { classNames } from '../../../web/ui/class-names.ts'

interface WhyButtonProps {
  label: string
  onClick: () => void
  className?: string | undefined
  /** The figure as it is shown. */
  children: string
}

/** A figure that explains itself: pressed, it opens a dialog. */
export function WhyButton({ label, onClick, className, children }: WhyButtonProps) {
  return (
    <button
      type="button"
      title="Why this number?"
      aria-label={`Why this number? ${label}, ${children}`}
      aria-haspopup="dialog"
      className={classNames(
        'rounded-sm text-left underline decoration-current/60 decoration-dotted decoration-1 underline-offset-4 transition-colors hover:decoration-current hover:decoration-solid print:no-underline',
        // Enlarges the touch target without moving the content around it.
        'touch:relative touch:after:absolute touch:after:-inset-x-2 touch:after:top-1/2 touch:after:h-11 touch:after:min-w-11 touch:after:-translate-y-1/2',
        className,
      )}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

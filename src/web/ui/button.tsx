import { Slot } from 'radix-ui'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

const variants = {
  primary: 'bg-accent text-accent-foreground shadow-card hover:bg-accent-hover',
  secondary:
    'border border-border-strong/60 bg-surface text-foreground shadow-card hover:border-border-strong hover:bg-surface-sunken',
  ghost: 'text-foreground hover:bg-surface-sunken',
  danger: 'bg-negative-solid text-negative-foreground shadow-card hover:bg-negative-solid-hover',
  link: 'text-accent underline decoration-accent/35 underline-offset-4 hover:decoration-current',
}

const sizes = {
  sm: 'min-h-8 px-3 py-1 text-sm touch:min-h-11',
  md: 'min-h-10 px-4 py-1 text-sm touch:min-h-11',
  lg: 'min-h-12 px-6 py-2 text-base',
  icon: 'size-10 touch:size-11',
}

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: keyof typeof variants
  size?: keyof typeof sizes
  /** Shows that the action is in progress. The button keeps its focus and ignores further clicks. */
  busy?: boolean | undefined
  busyLabel?: ReactNode
  /** Applies the button's style to its only child, such as a link. `busy` has no effect then. */
  asChild?: boolean
}

export function Button({
  variant = 'primary',
  size = 'md',
  busy = false,
  busyLabel,
  asChild = false,
  className,
  children,
  onClick,
  ...props
}: ButtonProps) {
  const look = classNames(
    'inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-md text-center font-medium select-none',
    'transition-colors duration-100 disabled:pointer-events-none disabled:opacity-50',
    '[&_svg]:size-4 [&_svg]:shrink-0',
    variants[variant],
    variant === 'link' && size !== 'icon' ? 'py-1 text-sm touch:min-h-11' : sizes[size],
    busy && 'cursor-progress',
    className,
  )
  if (asChild) {
    return (
      <Slot.Root {...props} onClick={onClick} className={look}>
        {children}
      </Slot.Root>
    )
  }
  // A busy button is not `disabled`, because that would move the focus to the body.
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (busy) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    onClick?.(event)
  }
  return (
    <button
      type="button"
      {...props}
      onClick={handleClick}
      aria-busy={busy || undefined}
      aria-disabled={busy || props['aria-disabled']}
      className={look}
    >
      {busy ? (
        <>
          <Spinner />
          {busyLabel ?? children}
        </>
      ) : (
        children
      )}
    </button>
  )
}

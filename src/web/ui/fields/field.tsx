import { CircleAlert, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId, useMemo } from 'react'
import { classNames } from '../class-names.ts'
import { FieldContext } from './field-context.ts'

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: string | null | undefined
  required?: boolean
  optional?: boolean
  /** A HelpHint, shown beside the label but not part of it. */
  help?: ReactNode
  /** An element at the right end of the label's line, such as "Forgot password?". */
  labelAction?: ReactNode
  /** For a set of controls (radio buttons) that a single `for` cannot label. */
  group?: boolean
  hideLabel?: boolean
  /** For a value that was filled in for the user, who has not confirmed it: shows "Please check" beside the label. */
  check?: boolean | undefined
  /** For a label that is hidden at some widths only. */
  labelClassName?: string | undefined
  className?: string | undefined
  children: ReactNode
}

export function Field({
  label,
  hint,
  error,
  required = false,
  optional = false,
  help,
  labelAction,
  group = false,
  hideLabel = false,
  check = false,
  labelClassName,
  className,
  children,
}: FieldProps) {
  const id = useId()
  const invalid = error !== undefined && error !== null && error !== ''
  const showsHint = !invalid && hint !== undefined && hint !== null && hint !== ''
  const describedBy = [
    invalid && `${id}-error`,
    showsHint && `${id}-hint`,
    optional && `${id}-mark`,
    check && `${id}-check`,
  ]
    .filter(Boolean)
    .join(' ')
  const context = useMemo(
    () => ({
      controlId: `${id}-control`,
      labelId: `${id}-label`,
      describedBy: describedBy === '' ? undefined : describedBy,
      invalid,
      required,
    }),
    [id, describedBy, invalid, required],
  )
  const labelLook = 'text-sm font-medium text-foreground'
  return (
    <FieldContext value={context}>
      <div className={classNames('flex min-w-0 flex-col gap-1.5', className)}>
        {/* Help and action come after the control in the tab order, but are displayed beside the label. */}
        <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-3 gap-y-1.5">
          <div
            className={classNames(
              'flex min-w-0 flex-wrap items-baseline gap-x-1',
              hideLabel && 'sr-only',
              labelClassName,
            )}
          >
            {group ? (
              <span id={context.labelId} className={labelLook}>
                {label}
              </span>
            ) : (
              <label id={context.labelId} htmlFor={context.controlId} className={labelLook}>
                {label}
              </label>
            )}
            {required && (
              <span aria-hidden className="text-sm text-negative">
                *
              </span>
            )}
            {optional && (
              <span id={`${id}-mark`} className="ml-1 text-xs text-muted">
                Optional
              </span>
            )}
          </div>
          <div className="order-last flex w-full min-w-0 flex-col gap-1.5">{children}</div>
          {help && <span className="mr-auto -ml-2 flex self-center">{help}</span>}
          {check && (
            <span
              id={`${id}-check`}
              className="flex items-center gap-1 text-xs font-medium whitespace-nowrap text-attention"
            >
              <TriangleAlert aria-hidden className="size-3.5" />
              Please check
            </span>
          )}
          {/* The touch target grows upwards because the control begins right below. */}
          {labelAction && (
            <span className="text-sm touch:[&_a]:pt-5.25 touch:[&_a]:pb-1.5">{labelAction}</span>
          )}
        </div>
        {showsHint && (
          <p id={`${id}-hint`} className="text-sm wrap-anywhere text-muted">
            {hint}
          </p>
        )}
        {/* Rendered even without a message, so that screen readers announce one when it appears. */}
        <div aria-live="polite" className="empty:-mt-1.5">
          {invalid && (
            <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm wrap-anywhere text-negative">
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              {error}
            </p>
          )}
        </div>
      </div>
    </FieldContext>
  )
}

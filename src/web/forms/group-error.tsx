import { CircleAlert } from 'lucide-react'

/** Shows the error of a list as a whole, rather than of one of its fields. */
export function GroupError({
  error,
}: {
  error: { message?: string; root?: { message?: string } } | undefined
}) {
  const message = error?.root?.message ?? error?.message
  return (
    <div aria-live="polite">
      {message && (
        <p className="mt-1.5 flex items-start gap-1.5 text-sm text-negative">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {message}
        </p>
      )}
    </div>
  )
}

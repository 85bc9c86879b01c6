import type { ComponentProps } from 'react'

/** How much of a long work is done. Give it a label. */
export function ProgressBar({ max, ...props }: ComponentProps<'progress'> & { max: number }) {
  return (
    <progress
      {...props}
      // A `max` of 0 is not allowed.
      max={Math.max(max, 1)}
      className="h-2 w-full overflow-hidden rounded-full [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-surface-sunken [&::-webkit-progress-value]:bg-accent"
    />
  )
}

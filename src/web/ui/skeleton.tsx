import { classNames } from './class-names.ts'

// Takes up its space immediately but becomes visible after 150 ms, so that a fast response does not flicker
// and a slow one does not shift the layout.
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return (
    <span aria-hidden className={classNames('block animate-late', className)}>
      <span className="block size-full animate-breathe rounded-md bg-surface-sunken" />
    </span>
  )
}
